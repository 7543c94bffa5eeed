import type { Texts } from './en.ts';

export const texts: Texts = {
  connectors: {
    title: 'Konnektoren',
    empty:
      'Ohne Konnektor landen E-Mails und SMS im Posteingang dieses Servers. Legen Sie einen für SMTP oder HTTP an.',
    create: 'Neuer Konnektor',
    kind: 'Art',
    success: 'Letzter Erfolg',
    failure: 'Letzter Fehlschlag',
    error: 'Letzter Fehler',
    test: 'Testen',
    toggle: 'Ein- oder ausschalten',
    settings: 'Einstellungen',
    address: 'Adresse',
    sender: 'Absender',
    secrets: 'Geheimnisse',
    testText:
      'Die Testnachricht wird sofort gesendet, auch wenn der Konnektor ausgeschaltet ist. Die Antwort zeigt, welcher Schritt fehlschlug.',
    recipients: { EMAIL: 'E-Mail-Adresse', SMS: 'Telefonnummer, etwa +491701234567' },
    tests: 'Frühere Tests',
    noTests: 'Noch kein Test.',
    accepted: 'angenommen',
    failedAt: (step) => `fehlgeschlagen: ${step}`,
    tabs: { settings: 'Einstellungen', test: 'Test' },
    notSent: 'Der Konnektor hat in den letzten sieben Tagen keine Nachricht gesendet.',
  },
  messages: {
    sent: 'Gesendet',
    attempts: 'Versuche',
    title: 'Nachrichten',
    empty: 'Noch keine E-Mail oder SMS wurde gesendet.',
    recipient: 'Empfänger',
    template: 'Nachricht',
  },
};
