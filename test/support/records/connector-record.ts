/** A disabled connector of the driver `smtp`. */
export const connectorRecord = (id: string) => ({
  id,
  kind: 'email',
  driver: 'smtp',
  name: 'Relay',
  settings: {
    host: '127.0.0.1',
    port: 9,
    security: 'starttls',
    username: null,
    senderName: 'Mandate',
    senderAddress: 'no-reply@example.com',
  },
});
