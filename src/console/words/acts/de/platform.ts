import type { OperationWords } from '../../../../vocabulary/operation-words.ts';

/** Operations on webhooks, connectors, keys and the sign-in experience, in German. */
export const platform: Readonly<Record<string, OperationWords>> = {
  rotateSigningKeys: {
    title: 'Signaturschlüssel wechseln',
    button: 'Signaturschlüssel wechseln',
    note: 'Die neuen Schlüssel werden sofort veröffentlicht und signieren nach einer Verzögerung. Die vorigen bleiben veröffentlicht, bis ihr letztes Token abgelaufen ist.',
    danger: null,
  },
  retireSigningKey: {
    title: '{signingKeyId} zurückziehen',
    button: '{signingKeyId} zurückziehen',
    danger: 'Token, die er signiert hat, werden nicht mehr angenommen. Das lässt sich nicht rückgängig machen.',
  },
  createConnector: { title: 'Konnektor anlegen', button: 'Konnektor anlegen', danger: null },
  updateConnector: {
    title: '{connectorId} bearbeiten',
    button: 'Änderungen speichern',
    note: 'Mit einem neuen Ziel müssen die Geheimnisse neu eingegeben werden.',
    danger: null,
  },
  setConnectorEnabled: {
    title: '{connectorId} ein- oder ausschalten',
    button: 'Ein- oder ausschalten',
    danger: null,
    when: {
      field: 'isEnabled',
      values: {
        true: {
          title: '{connectorId} einschalten',
          button: '{connectorId} einschalten',
          note: 'Ein Konnektor sendet alle Nachrichten seiner Art: Er ersetzt den, der eingeschaltet war.',
          danger: null,
        },
        false: {
          title: '{connectorId} ausschalten',
          button: '{connectorId} ausschalten',
          danger: 'Der Konnektor sendet nichts, bis er wieder eingeschaltet wird.',
        },
      },
    },
  },
  deleteConnector: {
    title: '{connectorId} löschen',
    button: '{connectorId} löschen',
    danger:
      'Der Konnektor sendet nichts mehr, und seine Einstellungen und Geheimnisse werden gelöscht. Das lässt sich nicht rückgängig machen.',
  },
  testConnector: {
    title: 'Testnachricht über {connectorId} senden',
    button: 'Testnachricht senden',
    note: 'Die Nachricht wird erst beim Klick auf die Schaltfläche gesendet.',
    danger: null,
  },
  updateSignInExperience: {
    title: 'Anmeldeverfahren bearbeiten',
    button: 'Änderungen speichern',
    note: 'Eine Änderung wird abgelehnt, wenn ein Test fehlschlägt oder sich kein Administrator anmelden könnte.',
    danger: null,
  },
  createWebhook: {
    title: 'Webhook anlegen',
    button: 'Webhook anlegen',
    note: 'Das Geheimnis für Signaturen wird einmal gezeigt, gleich nachdem es erzeugt ist.',
    danger: null,
  },
  updateWebhook: {
    title: '{webhookId} bearbeiten',
    button: 'Änderungen speichern',
    note: 'Mit einer neuen URL müssen die Header neu eingegeben werden.',
    danger: null,
  },
  setWebhookEnabled: {
    title: '{webhookId} ein- oder ausschalten',
    button: 'Ein- oder ausschalten',
    danger: null,
    when: {
      field: 'isEnabled',
      values: {
        true: {
          title: '{webhookId} einschalten',
          button: '{webhookId} einschalten',
          note: 'Wartende Zustellungen gehen weiter. Was inzwischen geschehen ist, wird nicht gesendet.',
          danger: null,
        },
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
  redeliverDelivery: {
    title: 'Ein Ereignis erneut senden',
    button: 'Erneut senden',
    note: 'Der Status der Zustellung ist dann der des neuen Versuchs. Ein ausgeschalteter Webhook erhält das Ereignis, wenn er eingeschaltet wird.',
    danger: null,
  },
  redeliverFailedSince: {
    title: 'Fehlgeschlagene Ereignisse erneut an {webhookId} senden',
    button: 'Erneut senden',
    note: 'Jedes Mal werden die ältesten zehntausend erneut gesendet; wiederholen Sie es für die nächsten.',
    danger: null,
  },
  redeliverMissingSince: {
    title: 'Fehlende Ereignisse an {webhookId} senden',
    button: 'Ereignisse senden',
    note: 'Fehlgeschlagene, solche, die auf einen neuen Versuch warten, und solche, die geschahen, während er ausgeschaltet war. Jedes Mal werden von jeder Art die ältesten zehntausend gesendet.',
    danger: null,
  },
  backfillWebhook: {
    title: 'Frühere Ereignisse an {webhookId} senden',
    button: 'Ereignisse senden',
    note: 'Jedes Mal werden die ältesten zehntausend gesendet; wiederholen Sie es für die nächsten.',
    danger: null,
  },
  testWebhook: {
    title: 'Testereignis an {webhookId} senden',
    button: 'Testereignis senden',
    note: 'Es wird erst beim Klick auf die Schaltfläche gesendet.',
    danger: null,
  },
  redeliverDeliveries: { title: '{items} erneut senden', button: '{items} erneut senden', danger: null },
};
