import type { OperationWords } from '../../../../vocabulary/operation-words.ts';

/** Operations on webhooks, connectors, keys and the sign-in experience, in German. */
export const platform: Readonly<Record<string, OperationWords>> = {
  rotateSigningKeys: { title: 'Signaturschlüssel wechseln', button: 'Signaturschlüssel wechseln', danger: null },
  retireSigningKey: {
    title: '{signingKeyId} zurückziehen',
    button: '{signingKeyId} zurückziehen',
    danger: 'Token, die er signiert hat, werden nicht mehr angenommen. Das lässt sich nicht rückgängig machen.',
  },
  createConnector: { title: 'Konnektor anlegen', button: 'Konnektor anlegen', danger: null },
  updateConnector: { title: '{connectorId} bearbeiten', button: 'Änderungen speichern', danger: null },
  setConnectorEnabled: {
    title: '{connectorId} ein- oder ausschalten',
    button: 'Ein- oder ausschalten',
    danger: null,
    when: {
      field: 'isEnabled',
      values: {
        true: { title: '{connectorId} einschalten', button: '{connectorId} einschalten', danger: null },
        false: {
          title: '{connectorId} ausschalten',
          button: '{connectorId} ausschalten',
          danger: 'Er sendet nichts, bis er wieder eingeschaltet wird.',
        },
      },
    },
  },
  deleteConnector: {
    title: '{connectorId} löschen',
    button: '{connectorId} löschen',
    danger:
      'Er sendet nichts mehr, und seine Einstellungen und Geheimnisse werden gelöscht. Das lässt sich nicht rückgängig machen.',
  },
  testConnector: { title: 'Testnachricht über {connectorId} senden', button: 'Testnachricht senden', danger: null },
  updateSignInExperience: { title: 'Anmeldeverfahren bearbeiten', button: 'Änderungen speichern', danger: null },
  createWebhook: { title: 'Webhook anlegen', button: 'Webhook anlegen', danger: null },
  updateWebhook: { title: '{webhookId} bearbeiten', button: 'Änderungen speichern', danger: null },
  setWebhookEnabled: {
    title: '{webhookId} ein- oder ausschalten',
    button: 'Ein- oder ausschalten',
    danger: null,
    when: {
      field: 'isEnabled',
      values: {
        true: { title: '{webhookId} einschalten', button: '{webhookId} einschalten', danger: null },
        false: {
          title: '{webhookId} ausschalten',
          button: '{webhookId} ausschalten',
          danger: 'Ereignisse, die in der Zwischenzeit geschehen, werden nicht gesendet.',
        },
      },
    },
  },
  rotateWebhookSecret: {
    title: 'Geheimnis für {webhookId} wechseln',
    button: 'Geheimnis wechseln',
    danger:
      'Nach der Überlappung wird nicht mehr mit dem vorigen Geheimnis signiert: Geben Sie dem Empfänger vorher das neue.',
  },
  deleteWebhook: {
    title: '{webhookId} löschen',
    button: '{webhookId} löschen',
    danger:
      'Nichts wird mehr gesendet, und seine Zustellungen werden gelöscht. Das lässt sich nicht rückgängig machen.',
  },
  redeliverDelivery: { title: 'Ein Ereignis erneut senden', button: 'Erneut senden', danger: null },
  redeliverFailedSince: {
    title: 'Fehlgeschlagene Ereignisse erneut an {webhookId} senden',
    button: 'Erneut senden',
    danger: null,
  },
  redeliverMissingSince: {
    title: 'Fehlende Ereignisse an {webhookId} senden',
    button: 'Ereignisse senden',
    danger: null,
  },
  backfillWebhook: { title: 'Frühere Ereignisse an {webhookId} senden', button: 'Ereignisse senden', danger: null },
  testWebhook: { title: 'Testereignis an {webhookId} senden', button: 'Testereignis senden', danger: null },
  redeliverDeliveries: { title: '{items} erneut senden', button: '{items} erneut senden', danger: null },
};
