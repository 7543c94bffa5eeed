import { z } from 'zod';
import { newSettings, requireValidConnector, updatedSecrets } from '../../domain/messages/connector.ts';
import {
  connectorSecrets,
  connectorSettings,
  createHttpSettings,
  createSmtpSettings,
} from '../../domain/messages/connector-settings.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { requireDestination, sealSecrets } from '../../store/connectors.ts';
import { json } from '../../store/sql/json.ts';
import { connectorOf } from '../../store/records/shapes.ts';
import { fieldFacts } from '../../vocabulary/field-facts.ts';

export const createConnector = defineOperation({
  name: 'createConnector',
  summary:
    'Create a connector, which sends email or SMS. It sends nothing until it is enabled: test it first with testConnector.',
  words: { title: 'Create connector', button: 'Create connector', danger: null },
  permission: 'connectors:write',
  recentSignIn: true,
  route: { method: 'POST', path: '/connectors' },
  input: z.strictObject({
    kind: connectorSettings.kind,
    name: connectorSettings.name,
    smtp: createSmtpSettings
      .nullish()
      .describe('Settings to send by SMTP. Either `smtp` or `http` is required, and determines the driver.')
      .register(fieldFacts, { description: 'To send by SMTP. This or HTTP is required.' }),
    http: createHttpSettings
      .nullish()
      .describe('Settings to send by HTTP requests.')
      .register(fieldFacts, { description: 'To send by HTTP requests. This or SMTP is required.' }),
    secrets: connectorSecrets.nullish().describe('Secrets. They are stored encrypted and never returned.'),
  }),
  output: { connector: entity('Connector', 'The new connector.') },
  always: ['Connector.Created'],
  async prepare({ secretBox, addressProblem }, { kind, secrets: input, ...settings }) {
    const driven = newSettings(kind, settings);
    const secrets = updatedSecrets({}, input);
    requireValidConnector(kind, driven, secrets);
    await requireDestination(addressProblem, driven.settings);
    const { driver, settings: stored } = driven;
    return { driver, settings: json(stored), ...sealSecrets(secretBox, secrets) };
  },
  async run({ tx, ids, emit }, { kind, name }, prepared) {
    const connector = await tx.connector.create({ data: { id: ids.next('connector'), kind, name, ...prepared } });
    emit('Connector.Created', connector.id, { connector: connectorOf(connector) });
    return { connector };
  },
});
