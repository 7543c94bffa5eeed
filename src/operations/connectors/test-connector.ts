import { z } from 'zod';
import { requireRecipient } from '../../domain/messages/connector.ts';
import { idSchema, textSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockConnector } from '../../store/row-locks/locked-records.ts';
import { connectorOf } from '../../store/records/shapes.ts';
import type { ConnectorKind } from '../../vocabulary/connectors/connectors.ts';
import { sendSteps } from '../../vocabulary/connectors/connectors.ts';
import { field } from '../../vocabulary/shape-parts.ts';

export const testConnector = defineOperation({
  name: 'testConnector',
  summary:
    'Send a test message with a connector, enabled or not, and return the step that failed, if any. A dry run sends nothing.',
  words: {
    title: 'Send a test message with {connectorId}',
    button: 'Send test message',
    note: 'It is sent when you press the button, not before.',
    danger: null,
  },
  permission: 'connectors:write',
  route: { method: 'POST', path: '/connectors/:connectorId/test' },
  input: z.strictObject({
    connectorId: idSchema('connector').describe('The connector to test.'),
    recipient: field(
      textSchema(320),
      'Email address, or phone number in E.164 format, that gets the message.',
      'ada@example.com',
    ),
  }),
  output: {
    connector: entity('Connector'),
    failure: field(z.enum(sendSteps).nullable(), 'Step that failed; null if the message was accepted.', null),
    error: field(z.string().nullable(), 'Error message; null if the message was accepted.', null),
    durationMs: field(z.int().nullable(), 'Duration in milliseconds; null in a dry run.', 240),
  },
  always: ['Connector.Tested'],
  prepare: ({ sendTestMessage }, { connectorId, recipient }) => sendTestMessage(connectorId, recipient),
  async run({ tx, emit }, { connectorId, recipient }, result) {
    const connector = await lockConnector(tx, connectorId);
    requireRecipient(connector.kind as ConnectorKind, recipient);
    const failure = result?.failure?.step ?? null;
    emit('Connector.Tested', connectorId, { connector: connectorOf(connector), failure });
    return { connector, failure, error: result?.failure?.error ?? null, durationMs: result?.durationMs ?? null };
  },
});
