import type { OperationWords } from '../../../../vocabulary/operation-words.ts';

/** Operations on webhooks, connectors, keys and the sign-in experience, in German. */
export const platform: Readonly<Record<string, OperationWords>> = {
  rotateSigningKeys: { title: 'Signaturschlüssel rotieren', button: 'Signaturschlüssel rotieren', danger: null },
  retireSigningKey: {
    title: '{signingKeyId} stilllegen',
    button: '{signingKeyId} stilllegen',
    danger: 'Token, die er signiert hat, werden nicht mehr angenommen. Es gibt keinen Weg zurück.',
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
      'Er sendet nichts mehr, und seine Einstellungen und Geheimnisse werden gelöscht. Es gibt keinen Weg zurück.',
  },
  testConnector: { title: 'Probenachricht über {connectorId} senden', button: 'Probenachricht senden', danger: null },
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
          danger: 'Ereignisse, die inzwischen geschehen, werden nicht gesendet.',
        },
      },
    },
  },
  rotateWebhookSecret: {
    title: 'Geheimnis für {webhookId} rotieren',
    button: 'Geheimnis rotieren',
    danger:
      'Das vorige Geheimnis signiert nicht mehr, wenn die Überlappung endet: geben Sie dem Empfänger vorher das neue.',
  },
  deleteWebhook: {
    title: '{webhookId} löschen',
    button: '{webhookId} löschen',
    danger: 'Nichts wird mehr gesendet, und seine Zustellungen werden gelöscht. Es gibt keinen Weg zurück.',
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
  testWebhook: { title: 'Probeereignis an {webhookId} senden', button: 'Probeereignis senden', danger: null },
  redeliverDeliveries: { title: '{items} erneut senden', button: '{items} erneut senden', danger: null },
};
