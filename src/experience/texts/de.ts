import type { Texts } from './en.ts';

export const de: Texts = {
  language: 'de',
  direction: 'ltr',
  error: 'Fehler',
  reference: 'Referenz',
  cancel: 'Abbrechen',
  continueWith: (application) => ['weiter zu ', application, ''],

  signIn: 'Anmelden',
  signInTo: (application) => `Anmelden bei ${application}`,
  emailOrUsername: 'E-Mail-Adresse oder Benutzername',
  emailPhoneOrUsername: 'E-Mail, Telefon oder Benutzername',
  emailOrPhone: 'E-Mail-Adresse oder Telefonnummer',
  email: 'E-Mail-Adresse',
  phone: 'Telefonnummer',
  password: 'Passwort',
  showPassword: 'Anzeigen',
  sendCode: 'Stattdessen einen Code per E-Mail erhalten',
  sendSms: 'Code per SMS senden',
  sendCodeAnywhere: 'Stattdessen Code senden',
  forgotten: 'Passwort vergessen?',
  createAccount: 'Konto anlegen',
  haveAccount: 'Ich habe ein Konto',

  confirmPassword: 'Passwort eingeben',
  confirmPasswordWhy: 'Ihre Adresse ist bestätigt. Geben Sie auch das Passwort Ihres Kontos ein.',

  signInWithPasskey: 'Mit einem Passkey anmelden',
  passkeyFailed: 'Es wurde kein Passkey verwendet. Versuchen Sie es erneut oder wählen Sie einen anderen Weg.',
  passkeyUnsupported: 'Dieser Browser kann hier keine Passkeys verwenden. Wählen Sie einen anderen Weg.',
  codeWhy: 'Geben Sie Ihre Adresse ein. Wir senden Ihnen einen Code, mit dem Sie sich anmelden.',

  secondFactor: 'Bestätigen Sie, dass Sie es sind',
  totpWhy: 'Geben Sie den Code ein, den Ihre Authenticator-App anzeigt.',
  passkeyWhy: 'Verwenden Sie einen Passkey dieses Kontos.',
  usePasskey: 'Passkey verwenden',
  enterBackupCode: 'Backup-Code eingeben',
  backupCodeWhy: 'Jeder Ihrer Backup-Codes kann einmal verwendet werden.',
  backupCode: 'Backup-Code',
  trustDevice: (days) =>
    days === 1 ? 'In diesem Browser heute nicht mehr fragen' : `In diesem Browser ${days} Tage nicht mehr fragen`,
  startAgain: 'Mit einem anderen Konto anmelden',
  ways: {
    totp: 'Authenticator-App verwenden',
    passkey: 'Passkey verwenden',
    'backup-code': 'Backup-Code verwenden',
    'enrol-totp': 'Stattdessen eine Authenticator-App einrichten',
    'enrol-passkey': 'Stattdessen einen Passkey einrichten',
  },

  enrolTotp: 'Authenticator-App einrichten',
  enrolTotpWhy:
    'Ihr Konto braucht einen zweiten Faktor. Scannen Sie den Code mit einer Authenticator-App und geben Sie ein, was sie anzeigt.',
  qrCode: 'QR-Code für Ihre Authenticator-App',
  cannotScan: 'Der Code lässt sich nicht scannen?',
  typeKey: 'Geben Sie diesen Schlüssel in Ihrer App ein:',
  openApp: 'Die App auf diesem Gerät öffnen',
  codeOfApp: 'Code der App',
  enrolPasskey: 'Passkey einrichten',
  enrolPasskeyWhy:
    'Ihr Konto braucht einen zweiten Faktor. Ein Passkey wird von diesem Gerät, einem Telefon oder einem Sicherheitsschlüssel verwahrt und mit PIN, Finger oder Gesicht entsperrt.',
  createPasskey: 'Passkey erstellen',
  backupCodes: 'Bewahren Sie Ihre Backup-Codes auf',
  backupCodesWhy:
    'Wenn Sie Ihr Gerät verlieren, meldet jeder dieser Codes Sie einmal an. Sie werden nicht noch einmal angezeigt.',
  copy: 'Kopieren',
  copied: 'Kopiert',
  download: 'Herunterladen',
  print: 'Drucken',
  haveKeptCodes: 'Ich habe sie aufbewahrt',

  enterCodeOfSms: 'Sehen Sie auf Ihr Telefon',
  enterCode: 'Code eingeben',
  codeSentTo: (address) => ['Wir haben einen Code an ', address, ' gesendet. Er gilt zehn Minuten lang.'],
  code: 'Code aus sechs Ziffern',
  confirm: 'Weiter',
  sendAgain: 'Neuen Code senden',
  anotherWay: 'Anderen Weg wählen',

  signUp: 'Konto anlegen',
  signUpWhy: 'Wir senden Ihnen einen Code, um Ihre Adresse zu bestätigen.',
  almostDone: 'Fast fertig',
  username: 'Benutzername',
  name: 'Name',
  newPassword: 'Neues Passwort',
  passwordHint: (minimum) => `Mindestens ${minimum} Zeichen.`,
  terms: ['Ich akzeptiere die ', 'Nutzungsbedingungen', '.'],

  reset: 'Passwort zurücksetzen',
  resetWhy:
    'Geben Sie die Adresse Ihres Kontos ein. Wir senden Ihnen einen Code, mit dem Sie ein neues Passwort setzen.',
  sendResetCode: 'Code senden',
  setPassword: 'Neues Passwort setzen',
  newPasswordRequired: 'Ihr Konto braucht ein neues Passwort. Sie werden überall sonst abgemeldet.',
  setPasswordWhy: 'Sie werden überall abgemeldet und melden sich mit dem neuen Passwort an.',
  passwordSet: 'Ihr Passwort wurde geändert. Melden Sie sich damit an.',

  link: {
    titles: {
      'sign-in': 'Mit diesem Link anmelden',
      'sign-up': 'Konto anlegen',
      reset: 'Passwort zurücksetzen',
    },
    does: {
      'sign-in': (person) => ['Dieser Link meldet Sie als ', person, ' an, in diesem Browser und nur einmal.'],
      'sign-up': (person) => ['Dieser Link bestätigt die Adresse ', person, ', in diesem Browser und nur einmal.'],
      reset: (person) => [
        'Mit diesem Link setzen Sie ein neues Passwort für ',
        person,
        ', in diesem Browser und nur einmal.',
      ],
    },
    join: (organization) => `${organization} beitreten`,
    invites: (inviter, person) => [
      inviter === undefined ? 'Diese Einladung ist für ' : `${inviter} hat diese Einladung gesendet an `,
      person,
      '. Um sie anzunehmen, melden Sie sich an oder legen ein Konto an.',
    ],
    continueAs: (person) => `Weiter als ${person}`,
    notYou: 'Wenn Sie das nicht sind, schließen Sie diese Seite. Es ist noch nichts geschehen.',
    almostThere: 'Fast geschafft',
    chooseApplication:
      'Ihr Link bleibt eine Stunde lang in diesem Browser gespeichert. Öffnen Sie eine Anwendung, um fortzufahren:',
    openApplication:
      'Ihr Link bleibt eine Stunde lang in diesem Browser gespeichert. Öffnen Sie jetzt die Anwendung und melden Sie sich dort an.',
    cannotBeUsed: 'Dieser Link kann nicht verwendet werden',
    problems: {
      unknown: 'Der Link ist unvollständig oder existiert nicht mehr. Öffnen Sie ihn noch einmal aus Ihrer Nachricht.',
      used: 'Der Link wurde schon verwendet und funktioniert nur einmal. Melden Sie sich anders an oder bitten Sie um einen neuen Link.',
      revoked: 'Der Link wurde zurückgezogen oder durch einen neueren ersetzt. Bitten Sie um einen neuen Link.',
      expired: 'Der Link ist abgelaufen. Bitten Sie um einen neuen.',
      accepted: 'Die Einladung wurde schon angenommen. Öffnen Sie die Anwendung und melden Sie sich dort an.',
    },
  },

  notPossible: 'Hier geht es nicht weiter',
  refused: {
    'sign-up-closed': 'Hier können keine Konten angelegt werden. Bitten Sie Ihre Administration um eines.',
    'unknown-account': 'Es gibt kein Konto mit dieser Adresse.',
    'no-password': 'Dieses Konto kann hier nicht verwendet werden. Bitten Sie Ihre Administration um Hilfe.',
    'account-suspended': 'Dieses Konto kann nicht verwendet werden. Bitten Sie Ihre Administration um Hilfe.',
    'address-unverified':
      'Das Passwort dieses Kontos kann hier nicht zurückgesetzt werden. Bitten Sie Ihre Administration um Hilfe.',
  },

  problems: {
    'wrong-password': 'E-Mail-Adresse, Benutzername oder Passwort ist falsch. Prüfen Sie die Eingabe.',
    'wrong-code': 'Der Code ist falsch. Prüfen Sie die Eingabe.',
    'wrong-passkey':
      'Dieser Passkey kann hier nicht verwendet werden. Versuchen Sie einen anderen oder wählen Sie einen anderen Weg.',
    'link-invalid':
      'Der Link kann nicht mehr verwendet werden. Bitten Sie um einen neuen oder wählen Sie einen anderen Weg.',
    'code-expired': 'Der Code gilt nicht mehr. Fordern Sie einen neuen an.',
    'too-busy':
      'Gerade melden sich viele Menschen an, daher wurde Ihre Anmeldung nicht versucht. Bitte versuchen Sie es in einigen Sekunden noch einmal.',
    'email-invalid': 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    'phone-invalid': 'Geben Sie eine Telefonnummer mit Landesvorwahl ein, zum Beispiel +49 1512 3456789.',
    'phone-refused': 'An diese Nummer kann kein Code gesendet werden. Geben Sie eine andere ein.',
    'domain-refused': 'Mit Adressen dieser Domain können keine Konten angelegt werden.',
    'username-invalid':
      'Ein Benutzername beginnt mit einem Buchstaben oder _, gefolgt von Buchstaben, Ziffern, _ . und -.',
    'username-taken': 'Dieser Benutzername ist vergeben. Wählen Sie einen anderen.',
    'name-invalid': 'Geben Sie einen Namen mit höchstens 128 Zeichen ein.',
    'password-short': 'Das Passwort ist zu kurz.',
    'password-long': 'Das Passwort darf höchstens 256 Zeichen haben.',
    'password-unstorable': 'Das Passwort enthält ein Zeichen, das man nicht tippen kann.',
    'password-common': 'Dieses Passwort gehört zu den häufigsten. Wählen Sie eines, das schwerer zu erraten ist.',
    'password-same': 'Wählen Sie ein Passwort, das sich vom jetzigen unterscheidet.',
    'password-contextual':
      'Das Passwort besteht aus Namen oder Adressen. Wählen Sie eines, das schwerer zu erraten ist.',
    'password-breached': 'Dieses Passwort ist aus einem Datenleck bekannt. Wählen Sie ein anderes.',
    'terms-required': 'Akzeptieren Sie die Bedingungen, um ein Konto anzulegen.',
    'page-outdated': 'Diese Seite war veraltet. Bitte machen Sie hier weiter.',
    'too-soon': (time) => `Eben wurde ein Code gesendet. In ${time} können Sie einen neuen anfordern.`,
    'too-many-messages': (time) =>
      `Für diese Adresse wurden zu viele Codes angefordert. Versuchen Sie es in ${time} noch einmal.`,
    locked: (time) => `Zu viele Versuche sind fehlgeschlagen. Versuchen Sie es in ${time} noch einmal.`,
    'network-limited': (time) =>
      `Aus Ihrem Netzwerk kamen zu viele Versuche, vielleicht nicht von Ihnen. Versuchen Sie es in ${time} noch einmal.`,
    'locked-for-good':
      'Zu viele Versuche sind fehlgeschlagen. Setzen Sie ein neues Passwort, oder bitten Sie Ihre Administration um Hilfe.',
  },
  seconds: (count) => (count === 1 ? '1 Sekunde' : `${count} Sekunden`),
  minutes: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
  hours: (count) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
};
