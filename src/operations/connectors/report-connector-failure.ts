import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { recordFailure } from '../../store/connectors.ts';
import { lockConnector } from '../../store/row-locks/locked-records.ts';
import { connectorOf } from '../../store/records/shapes.ts';

export const reportConnectorFailure = defineOperation({
  name: 'reportConnectorFailure',
  summary: 'Record that a connector could not send a message.',
  permission: 'platform',
  route: null,
  input: z.strictObject({
    connectorId: idSchema('connector').describe('The connector that failed.'),
    error: z.string().max(512).describe('One sentence, without anything that the message contains.'),
  }),
  output: { connector: entity('Connector', 'The updated connector.') },
  always: [],
  sometimes: ['Connector.Failing'],
  async run({ tx, now, emit }, { connectorId, error }) {
    const { lastError } = await lockConnector(tx, connectorId);
    await recordFailure(tx, { connectorId, error, now });
    const connector = await tx.connector.findUniqueOrThrow({ where: { id: connectorId } });
    if (lastError === null) emit('Connector.Failing', connectorId, { connector: connectorOf(connector) });
    return { connector };
  },
});
