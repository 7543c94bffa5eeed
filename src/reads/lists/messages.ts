import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { messageChannels, messageStates, messageTemplateNames } from '../../vocabulary/connectors/message-templates.ts';
import { all, between, createdFilters, equals, linkFilter, normalFilter } from '../conditions.ts';
import { defineList } from '../list.ts';

/** Messages without their content. */
export const messages = defineList<Prisma.MessageWhereInput>()({
  name: 'messages',
  kind: 'message',
  summary: 'Mails and SMS of the last seven days to people, without their content.',
  filter: z.strictObject({
    channel: z.enum(messageChannels).optional().describe('Only messages of this channel.'),
    template: z.enum(messageTemplateNames).optional().describe('Only messages of this template.'),
    state: z.enum(messageStates).optional().describe('Only messages with this state.'),
    recipient: normalFilter('Only messages to this email address or phone number, in any case.'),
    connectorId: linkFilter('connector', 'Only messages that this connector has sent, or must send.'),
    ...createdFilters,
  }),
  order: { createdAt: { column: 'id', description: 'Time of creation.' } },
  isNewestFirst: true,
  where: ({ filter }) =>
    all(
      equals('channel', filter.channel),
      equals('template', filter.template),
      equals('state', filter.state),
      equals('recipient', filter.recipient),
      equals('connectorId', filter.connectorId),
      between('createdAt', filter.createdAfter, filter.createdBefore),
    ),
  // Messages are sent to people, not to members of an organization.
  within: () => null,
});
