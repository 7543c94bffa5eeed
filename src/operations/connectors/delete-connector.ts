import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { requireWaysWithout, meansWithout } from '../../store/flows/remaining-ways.ts';
import { lockConnector } from '../../store/row-locks/locked-records.ts';
import { connectorOf } from '../../store/records/shapes.ts';
import type { ConnectorKind } from '../../vocabulary/connectors/connectors.ts';
import { deletedIdOf } from '../../vocabulary/ids.ts';

export const deleteConnector = defineOperation({
  name: 'deleteConnector',
  summary: 'Delete a connector with its secrets. CONFLICT if no administrator could sign in without it.',
  words: {
    title: 'Delete {connectorId}',
    button: 'Delete {connectorId}',
    danger: 'It sends nothing any more, and its settings and secrets are deleted. There is no way back.',
  },
  permission: 'connectors:write',
  recentSignIn: true,
  record: 'connectorId',
  route: { method: 'DELETE', path: '/connectors/:connectorId' },
  input: z.strictObject({ connectorId: idSchema('connector').describe('The connector to delete.') }),
  output: { deletedConnectorId: deletedIdOf('connector') },
  always: ['Connector.Deleted'],
  prepare: meansWithout,
  async run({ tx, emit }, { connectorId }, without) {
    const connector = await lockConnector(tx, connectorId);
    const kind = connector.kind as ConnectorKind;
    if (connector.isEnabled) await requireWaysWithout(tx, { kind, without, path: 'connectorId' });
    await tx.connector.delete({ where: { id: connectorId } });
    emit('Connector.Deleted', connectorId, { connector: connectorOf(connector) });
    return { deletedConnectorId: connectorId };
  },
});
