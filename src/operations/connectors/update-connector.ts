import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import {
  requireSecretsOfDestination,
  requireValidConnector,
  updatedSecrets,
  updatedSettings,
} from '../../domain/messages/connector.ts';
import {
  connectorSecrets,
  connectorSettings,
  updateHttpSettings,
  updateSmtpSettings,
} from '../../domain/messages/connector-settings.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import {
  driverSettingsOf,
  openSecrets,
  requireDestination,
  sealedSecretsOf,
  sealSecrets,
} from '../../store/connectors.ts';
import { lockConnector } from '../../store/row-locks/locked-records.ts';
import { json } from '../../store/sql/json.ts';
import { connectorOf } from '../../store/records/shapes.ts';
import type { ConnectorKind } from '../../vocabulary/connectors/connectors.ts';

export const updateConnector = defineOperation({
  name: 'updateConnector',
  summary:
    'Update a connector. Omitted settings and secrets keep their values. If the destination changes (the URL, or the host, port or security of the server), secrets must be given again. New settings clear the last error.',
  words: {
    title: 'Edit {connectorId}',
    button: 'Save changes',
    note: 'With a new destination, its secrets must be typed again.',
    danger: null,
  },
  permission: 'connectors:write',
  recentSignIn: ['smtp', 'http', 'secrets'],
  record: 'connectorId',
  route: { method: 'PATCH', path: '/connectors/:connectorId' },
  input: z.strictObject({
    connectorId: idSchema('connector').describe('The connector to update.'),
    name: connectorSettings.name.optional(),
    smtp: updateSmtpSettings.nullish().describe('Settings to change, if the driver is `smtp`.'),
    http: updateHttpSettings.nullish().describe('Settings to change, if the driver is `http`.'),
    secrets: connectorSecrets.nullish().describe('Secrets to set, or to remove with null. They are never returned.'),
  }),
  output: { connector: entity('Connector', 'The updated connector.') },
  always: ['Connector.Data.Updated'],
  async prepare({ secretBox, addressProblem }, { smtp, http }) {
    await requireDestination(addressProblem, { ...smtp, ...http });
    return secretBox;
  },
  async run({ tx, emit, unchanged }, { connectorId, name, secrets: secretChanges, ...values }, secretBox) {
    const row = await lockConnector(tx, connectorId);
    // Undefined if their key is lost: then they have to be given again.
    const stored = openSecrets(secretBox, await sealedSecretsOf(tx, connectorId));
    const before = { driven: driverSettingsOf(row), secrets: stored ?? {} };
    const driven = updatedSettings(before.driven, values);
    const secrets = updatedSecrets(before.secrets, secretChanges);
    requireSecretsOfDestination(before, driven, { secrets, changes: secretChanges });
    requireValidConnector(row.kind as ConnectorKind, driven, secrets);
    const isRenamed = name !== undefined && name !== row.name;
    const settings = changesTo(before.driven.settings, driven.settings);
    const areSecretsNew = !isDeepStrictEqual(secrets, secretChanges ? stored : before.secrets);
    const changed = [
      ...(isRenamed ? ['name'] : []),
      ...Object.keys(settings).map((field) => `${driven.driver}.${field}`),
      ...(areSecretsNew ? ['secrets'] : []),
    ];
    if (!changed.length) return unchanged({ connector: row });
    const isOnlyRenamed = isRenamed && changed.length === 1;
    const connector = await tx.connector.update({
      where: { id: connectorId },
      data: {
        ...(isRenamed && { name }),
        ...(!isOnlyRenamed && { settings: json(driven.settings), lastError: null }),
        ...(areSecretsNew && sealSecrets(secretBox, secrets)),
      },
    });
    emit('Connector.Data.Updated', connectorId, {
      connector: connectorOf(connector),
      ...changeOf(connectorOf(row), changed),
    });
    return { connector };
  },
});
