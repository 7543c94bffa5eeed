import {
  type MessageState,
  type MessageTemplate,
  messageTemplates,
} from '../../vocabulary/connectors/message-templates.ts';
import { messageShape } from '../../vocabulary/records/people-shapes.ts';
import { readableWith, requiresEverywhere } from '../schema/access.ts';
import { noId } from '../schema/nodes.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { exposeShape } from '../schema/shapes.ts';
import { Connector } from './connector.ts';
import { Node } from './node.ts';

textEnum<MessageState>('MessageState', 'State of a message.', {
  pending: 'It is sent at `nextAttemptAt`.',
  sent: 'The mail server or the endpoint has accepted it.',
  failed: 'The server refused it for good, for example because the recipient does not exist.',
  expired: 'Every attempt failed until its code or link expired, or nothing could send it.',
  withheld: 'It must not be sent: its code or link is no longer valid.',
});

textEnum<MessageTemplate>('MessageTemplate', 'What a message is for.', messageTemplates);

builder.prismaObject('Message', {
  interfaces: [Node],
  select: { id: true, connectorId: true },
  description: 'A mail or SMS to a person, without its content. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    ...exposeShape(t, messageShape),
    connector: t.prismaField({
      type: Connector,
      ...requiresEverywhere('connectors:read'),
      description: 'Connector that has sent it, or must send it; null if none, or if it has been deleted.',
      resolve: (query, { connectorId }, _args, { prisma }) =>
        prisma.connector.findUnique({ ...query, where: { id: connectorId ?? noId } }),
    }),
  }),
});
