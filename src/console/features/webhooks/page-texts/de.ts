import type { Texts } from './en.ts';

export const texts: Texts = {
  secretText:
    'Das Geheimnis wurde nur einmal gezeigt, gleich nachdem es erzeugt war. Wechseln Sie es, um ein neues zu erhalten: Eine Zeit lang wird mit beiden signiert, so dass keine Nachricht abgelehnt wird.',
  publicKeys: 'Öffentliche Schlüssel (v1a)',
  noPublicKeys: 'Kein Schlüsselpaar: Nachrichten werden nur mit dem Geheimnis signiert.',
  addKeyPair: 'Schlüsselpaar hinzufügen',
  receiver: 'Ein Empfänger, der Nachrichten prüft',
  receiverText:
    'Legen Sie das Geheimnis in WEBHOOK_SECRET ab. Die erste Zeile eines Programms nennt seine Datei und wie man es startet. Bibliotheken von Standard Webhooks prüfen dasselbe.',
  testTitle: 'Ein Testereignis senden',
  testText:
    'Es sieht aus wie ein echtes Ereignis und wird einmal gesendet, auch wenn der Webhook ausgeschaltet ist oder solche Ereignisse nicht auswählt.',
  tests: 'Frühere Tests',
  noTests: 'Noch kein Test.',
};
