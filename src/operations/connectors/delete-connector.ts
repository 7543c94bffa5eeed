import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lockConnector } from '../../store/records/locked-records.ts';
import { connectorOf } from '../../store/records/shapes.ts';

export const deleteConnector = defineOperation({
  name: 'deleteConnector',
  summary: 'Delete a connector with its secrets.',
  permission: 'connectors:write',
  subject: 'connectorId',
  route: { method: 'DELETE', path: '/connectors/:connectorId' },
  input: z.strictObject({ connectorId: idSchema.describe('The connector to delete.') }),
  output: { deletedConnectorId: z.string().describe('The id of the deleted connector.') },
  always: ['Connector.Deleted'],
  async run({ tx, emit }, { connectorId }) {
    const connector = await lockConnector(tx, connectorId);
    await tx.connector.delete({ where: { id: connectorId } });
    emit('Connector.Deleted', connectorId, { connector: connectorOf(connector) });
    return { deletedConnectorId: connectorId };
  },
});
