import type { ConnectorKind as Channel } from '../../vocabulary/connectors.ts';
import {
  type MessageState as State,
  type MessageTemplate as Template,
  messageTemplates,
} from '../../vocabulary/message-templates.ts';
import { readableWith, requiresEverywhere } from '../schema/access.ts';
import { noId } from '../schema/nodes.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { Connector, ConnectorKind } from './connector.ts';
import { Node } from './node.ts';

const MessageState = textEnum<State>('MessageState', 'State of a message.', {
  pending: 'It is sent at `nextAttemptAt`.',
  sent: 'The mail server or the endpoint has accepted it.',
  failed: 'The server refused it for good, for example because the recipient does not exist.',
  expired: 'Every attempt failed until its code or link expired, or nothing could send it.',
  withheld: 'It must not be sent: its code or link is no longer valid.',
});

const MessageTemplate = textEnum<Template>('MessageTemplate', 'What a message is for.', messageTemplates);

builder.prismaObject('Message', {
  interfaces: [Node],
  select: { id: true, connectorId: true },
  description: 'A mail or SMS to a person, without its content. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    channel: t.field({
      type: ConnectorKind,
      select: { channel: true },
      description: 'How it is sent.',
      resolve: ({ channel }) => channel as Channel,
    }),
    recipient: t.exposeString('recipient', { description: 'Email address or phone number.' }),
    template: t.field({
      type: MessageTemplate,
      select: { template: true },
      description: 'What the message is for.',
      resolve: ({ template }) => template as Template,
    }),
    language: t.exposeString('language', { description: 'Language, a BCP 47 tag.' }),
    state: t.field({
      type: MessageState,
      select: { state: true },
      description: 'State of the message.',
      resolve: ({ state }) => state as State,
    }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts, including one in progress.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next attempt; null unless it is pending.',
    }),
    connector: t.prismaField({
      type: Connector,
      ...requiresEverywhere('connectors:read'),
      description: 'Connector that has sent it, or must send it; null if none, or if it has been deleted.',
      resolve: (query, { connectorId }, _args, { prisma }) =>
        prisma.connector.findUnique({ ...query, where: { id: connectorId ?? noId } }),
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last failed attempt failed; null if none did.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'It is not sent after this time.' }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was accepted for delivery; null if it was not.',
    }),
  }),
});
