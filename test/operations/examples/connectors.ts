import { example, type Examples } from './example.ts';

const smtp = {
  host: 'smtp.example',
  port: 587,
  security: 'starttls',
  username: 'mandate',
  senderName: 'Shop',
  senderAddress: 'no-reply@shop.example',
};

export const connectors: Examples = {
  createConnector: () => {
    const settings = { kind: 'email', name: 'Relay', smtp };
    const connector = { ...settings, driver: 'smtp', http: null, secretNames: ['password'], isEnabled: false };
    return example(
      [['Connector.Created', null, { connector }]],
      { ...settings, secrets: { password: 'the password of the relay' } },
      'the same events',
    );
  },
  updateConnector: (w) => {
    const connector = { name: 'Relay 2', smtp, secretNames: ['password'] };
    const changed = [
      'name',
      'smtp.host',
      'smtp.port',
      'smtp.username',
      'smtp.senderName',
      'smtp.senderAddress',
      'secrets',
    ];
    return example(
      [['Connector.Data.Updated', w.connector, { connector, changed }]],
      { connectorId: w.connector, name: 'Relay 2', smtp, secrets: { password: 'the password of the relay' } },
      'nothing',
    );
  },
  setConnectorEnabled: (w) =>
    example(
      [['Connector.Data.Updated', w.connector, { connector: { isEnabled: true }, changed: ['isEnabled'] }]],
      { connectorId: w.connector, isEnabled: true },
      'nothing',
    ),
  testConnector: (w) =>
    example(
      [['Connector.Tested', w.connector, { connector: { id: w.connector }, failure: 'connect' }]],
      { connectorId: w.connector, recipient: 'ada@example.com' },
      'the same events',
    ),
  deleteConnector: (w) =>
    example(
      [['Connector.Deleted', w.connector, { connector: { id: w.connector } }]],
      { connectorId: w.connector },
      'NOT_FOUND',
    ),
};
