import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockEnabled } from '../../store/connectors.ts';
import { requireWaysWithout, meansWithout } from '../../store/flows/remaining-ways.ts';
import { lockConnector } from '../../store/row-locks/locked-records.ts';
import { connectorOf } from '../../store/records/shapes.ts';
import type { ConnectorKind } from '../../vocabulary/connectors/connectors.ts';
import { idOf } from '../../vocabulary/ids.ts';

export const setConnectorEnabled = defineOperation({
  name: 'setConnectorEnabled',
  summary:
    'Enable a connector, or disable it. One connector sends all messages of its kind: enabling one disables the one that was enabled. CONFLICT if no administrator could sign in without it.',
  words: {
    title: 'Enable or disable {connectorId}',
    button: 'Enable or disable',
    danger: null,
    when: {
      field: 'isEnabled',
      values: {
        true: {
          title: 'Enable {connectorId}',
          button: 'Enable {connectorId}',
          note: 'One connector sends all messages of its kind: it takes the place of the one that was enabled.',
          danger: null,
        },
        false: {
          title: 'Disable {connectorId}',
          button: 'Disable {connectorId}',
          danger: 'It sends nothing until it is enabled again.',
        },
      },
    },
  },
  permission: 'connectors:write',
  record: 'connectorId',
  route: { method: 'PATCH', path: '/connectors/:connectorId/is-enabled' },
  input: z.strictObject({
    connectorId: idSchema('connector').describe('The connector to enable or disable.'),
    isEnabled: z.boolean().describe('`true` enables, `false` disables.'),
  }),
  output: {
    connector: entity('Connector', 'The updated connector.'),
    replacedConnectorId: idOf('connector')
      .nullable()
      .describe('Id of the connector that was disabled instead; null if none.'),
  },
  always: ['Connector.Data.Updated'],
  prepare: meansWithout,
  async run({ tx, emit, unchanged }, { connectorId, isEnabled }, without) {
    const enabledId = (await lockEnabled(tx, connectorId)) ?? null;
    const row = await lockConnector(tx, connectorId);
    if ((enabledId === connectorId) === isEnabled) return unchanged({ connector: row, replacedConnectorId: null });
    if (!isEnabled) await requireWaysWithout(tx, { kind: row.kind as ConnectorKind, without, path: 'isEnabled' });
    const set = async (id: string, data: { isEnabled: boolean; version?: { increment: 1 } }) => {
      const connector = await tx.connector.update({ where: { id }, data });
      emit('Connector.Data.Updated', id, {
        connector: connectorOf(connector),
        ...changeOf({ isEnabled: !data.isEnabled }, ['isEnabled']),
      });
      return connector;
    };
    const replacedConnectorId = isEnabled ? enabledId : null;
    if (replacedConnectorId !== null) await set(replacedConnectorId, { isEnabled: false, version: { increment: 1 } });
    return { connector: await set(connectorId, { isEnabled }), replacedConnectorId };
  },
});
