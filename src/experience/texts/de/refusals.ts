import { identityRefusals } from './identities.ts';
import type { refusals as en } from '../en/refusals.ts';

/** Pages that refuse or redirect, and problems of an answer. */
export const refusals: typeof en = {
  moment: 'Einen Moment',
  redirected: ['Sie werden weitergeleitet. Wenn nichts geschieht: ', 'Weiter', ''],
  wentWrong: 'Etwas ist schiefgegangen',
  forDevelopers: 'Für die Entwickler der Anwendung',
  causes: {
    invalid_client: 'Die Anwendung, von der Sie kommen, ist unbekannt oder gesperrt.',
    invalid_redirect_uri: 'Die Anwendung möchte Sie an eine Adresse weiterleiten, die nicht für sie registriert ist.',
    access_denied: 'Sie haben nicht den Zugriff, den die Anwendung anfordert.',
    server_error: 'Bei uns ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.',
  },
  usualCause: 'Die Anwendung, von der Sie kommen, hat eine Anfrage gesendet, die nicht bearbeitet werden kann.',
  expired: 'Diese Anmeldung ist abgelaufen',
  expiredWhy:
    'Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Kehren Sie zur Anwendung zurück und beginnen Sie von vorn.',
  pageExpired: 'Diese Seite ist abgelaufen',
  pageExpiredWhy: [
    'Diese Seite ist abgelaufen oder wurde in einem anderen Browser geöffnet. ',
    'Beginnen Sie von vorn',
    '.',
  ],
  foreignForm:
    'Das Formular wurde nicht von unserer Seite gesendet. Kehren Sie zur Anwendung zurück und beginnen Sie von vorn.',
  unsupportedForm:
    'Die Anfrage muss ein Formular (application/x-www-form-urlencoded) oder JSON (application/json) enthalten.',
  invalidJson: 'Die Anfrage muss ein JSON-Objekt enthalten.',
  wrongMember: (name) => `Das Feld „${name}“ muss ein Text oder eine ganze Zahl sein und darf nur einmal vorkommen.`,
  longForm: (bytes) =>
    `Das Formular darf höchstens ${bytes} Bytes lang sein. Gehen Sie zurück und versuchen Sie es noch einmal.`,

  notPossible: 'Hier geht es nicht weiter',
  refused: {
    'sign-up-closed': 'Hier können keine Konten erstellt werden. Wenden Sie sich an Ihre Administration.',
    'unknown-account': 'Es gibt kein Konto mit dieser Adresse.',
    'address-in-use':
      'Ein anderes Konto hat diese Adresse. Entfernen Sie sie zuerst dort, oder fügen Sie eine andere hinzu.',
    ...identityRefusals,
    'session-ended': 'Sie haben sich abgemeldet. Melden Sie sich wieder an, um Ihr Konto zu ändern.',
    'account-exists':
      'Sie haben bereits ein Konto mit dieser Adresse. Öffnen Sie Ihre Anwendung und melden Sie sich dort an.',
    'no-password': 'Dieses Konto kann hier nicht verwendet werden. Bitten Sie Ihre Administration um Hilfe.',
    'account-suspended': 'Dieses Konto kann nicht verwendet werden. Bitten Sie Ihre Administration um Hilfe.',
    'deletion-pending': 'Dieses Konto wird gelöscht. Mit dem Link in der Nachricht darüber behalten Sie es.',
    'passkey-unusable':
      'Dieses Konto braucht einen Passkey, der unter dieser Adresse nicht verwendet werden kann. Bitten Sie Ihre Administration um Hilfe.',
    'address-unverified':
      'Das Passwort dieses Kontos kann hier nicht zurückgesetzt werden. Bitten Sie Ihre Administration um Hilfe.',
  },

  problems: {
    'wrong-password': 'E-Mail-Adresse, Benutzername oder Passwort ist falsch. Prüfen Sie die Eingabe.',
    'identifier-missing': 'Geben Sie Ihre E-Mail-Adresse oder Ihren Benutzernamen ein.',
    'wrong-code': 'Der Code ist falsch. Prüfen Sie die Eingabe.',
    'wrong-passkey':
      'Dieser Passkey kann hier nicht verwendet werden. Versuchen Sie einen anderen oder wählen Sie einen anderen Weg.',
    'link-invalid':
      'Der Link kann nicht mehr verwendet werden. Bitten Sie um einen neuen oder wählen Sie einen anderen Weg.',
    'code-expired': 'Der Code ist nicht mehr gültig. Fordern Sie einen neuen an.',
    'too-busy':
      'Im Moment melden sich sehr viele Menschen an, daher wurde Ihre Anmeldung nicht bearbeitet. Bitte versuchen Sie es in einigen Sekunden noch einmal.',
    'email-invalid': 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    'phone-invalid': 'Geben Sie eine Telefonnummer mit Landesvorwahl ein, zum Beispiel +49 1512 3456789.',
    'phone-refused': 'An diese Nummer kann kein Code gesendet werden. Geben Sie eine andere ein.',
    'domain-refused': 'Mit Adressen dieser Domain können keine Konten erstellt werden.',
    'username-invalid':
      'Ein Benutzername beginnt mit einem Buchstaben oder _, gefolgt von Buchstaben, Ziffern, _ . und -.',
    'username-taken': 'Dieser Benutzername ist vergeben. Wählen Sie einen anderen.',
    'name-invalid': 'Geben Sie einen Namen mit höchstens 128 Zeichen ein.',
    'password-short': 'Das Passwort ist zu kurz.',
    'password-long': 'Das Passwort darf höchstens 256 Zeichen haben.',
    'password-unstorable': 'Das Passwort enthält ein Zeichen, das sich nicht eingeben lässt.',
    'password-common':
      'Dieses Passwort gehört zu den am häufigsten verwendeten. Wählen Sie eines, das schwerer zu erraten ist.',
    'password-predictable':
      'Das Passwort ist eine Wiederholung, eine Folge oder ein Wort mit einer Jahreszahl. Wählen Sie eines, das schwerer zu erraten ist.',
    'password-same': 'Wählen Sie ein Passwort, das sich von Ihrem bisherigen unterscheidet.',
    'password-contextual':
      'Das Passwort besteht aus Namen oder Adressen. Wählen Sie eines, das schwerer zu erraten ist.',
    'password-breached': 'Dieses Passwort ist aus einem Datenleck bekannt. Wählen Sie ein anderes.',
    'terms-required': 'Akzeptieren Sie die Nutzungsbedingungen, um ein Konto zu erstellen.',
    'provider-failed':
      'Der Dienst hat nicht geantwortet. Versuchen Sie es gleich noch einmal, oder wählen Sie einen anderen Weg.',
    'page-outdated': 'Diese Seite war veraltet. Bitte machen Sie hier weiter.',
    'too-soon': (time) => `Es wurde gerade erst ein Code gesendet. In ${time} können Sie einen neuen anfordern.`,
    'too-many-messages': (time) =>
      `Für diese Adresse wurden zu viele Codes angefordert, vielleicht nicht von Ihnen. Versuchen Sie es in ${time} noch einmal oder in einem Browser, in dem Sie schon einmal angemeldet waren.`,
    locked: (time) => `Zu viele Versuche sind fehlgeschlagen. Versuchen Sie es in ${time} noch einmal.`,
    'network-limited': (time) =>
      `Aus Ihrem Netzwerk kamen zu viele Versuche, vielleicht nicht von Ihnen. Versuchen Sie es in ${time} noch einmal.`,
    'locked-for-good':
      'Zu viele Versuche sind fehlgeschlagen. Legen Sie ein neues Passwort fest oder bitten Sie Ihre Administration um Hilfe.',
  },
  /** Follows the sentence of a lock. */
  stillWorks: (ways) => ` Sie können sich weiterhin mit ${ways} anmelden.`,
  otherWays: {
    email: 'einem Code per E-Mail',
    phone: 'einem Code per SMS',
    passkey: 'einem Passkey',
    password: 'einem neuen Passwort',
  },
  seconds: (count) => (count === 1 ? '1 Sekunde' : `${count} Sekunden`),
  minutes: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
  hours: (count) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
};
