import type { Texts } from './en.ts';

export const de: Texts = {
  language: 'de',
  direction: 'ltr',
  error: 'Fehler',
  reference: 'Referenz',
  cancel: 'Abbrechen',
  continueWith: (application) => ['weiter zu ', application, ''],

  signIn: 'Anmelden',
  emailOrUsername: 'E-Mail-Adresse oder Benutzername',
  emailPhoneOrUsername: 'E-Mail, Telefon oder Benutzername',
  emailOrPhone: 'E-Mail-Adresse oder Telefonnummer',
  email: 'E-Mail-Adresse',
  phone: 'Telefonnummer',
  password: 'Passwort',
  secret: {
    show: { text: 'Anzeigen', name: 'Passwort anzeigen' },
    hide: { text: 'Verbergen', name: 'Passwort verbergen' },
  },
  sendCode: 'Code per E-Mail senden',
  sendSms: 'Code per SMS senden',
  sendCodeAnywhere: 'Code senden',
  forgotten: 'Passwort vergessen?',
  createAccount: 'Konto erstellen',
  haveAccount: 'Ich habe bereits ein Konto',
  backToSignIn: 'Zurück zur Anmeldung',

  confirmPassword: 'Passwort eingeben',
  confirmPasswordWhy: 'Ihre Adresse ist bestätigt. Geben Sie nun noch das Passwort Ihres Kontos ein.',

  confirmPasswordSignedIn: 'Geben Sie das Passwort Ihres Kontos ein, um fortzufahren.',

  signInWithPasskey: 'Mit einem Passkey anmelden',
  passkeyFailed: 'Es wurde kein Passkey verwendet. Versuchen Sie es erneut oder wählen Sie einen anderen Weg.',
  passkeyUnsupported: 'Dieser Browser kann hier keine Passkeys verwenden. Wählen Sie einen anderen Weg.',
  passkeyOnlyWhy: 'Verwenden Sie Ihren Passkey.',
  passkeyNeeded:
    'Dieser Browser kann hier keine Passkeys verwenden. Erlauben Sie JavaScript oder beginnen Sie in einem anderen Browser.',
  codeWhy: 'Geben Sie Ihre Adresse ein. Wir senden Ihnen einen Code, mit dem Sie sich anmelden können.',

  secondFactor: 'Bestätigen Sie Ihre Identität',
  totpWhy: 'Geben Sie den Code ein, den Ihre Authenticator-App anzeigt.',
  passkeyWhy: 'Verwenden Sie einen Passkey dieses Kontos.',
  usePasskey: 'Passkey verwenden',
  enterBackupCode: 'Backup-Code eingeben',
  backupCodeWhy: 'Geben Sie einen der Codes ein, die Sie aufbewahrt haben. Jeder gilt nur einmal.',
  backupCode: 'Backup-Code',
  trustDevice: (days) =>
    days === 1 ? 'In diesem Browser heute nicht mehr fragen' : `In diesem Browser ${days} Tage lang nicht mehr fragen`,
  startAgain: 'Mit einem anderen Konto anmelden',
  ways: {
    totp: 'Authenticator-App verwenden',
    passkey: 'Passkey verwenden',
    'backup-code': 'Backup-Code verwenden',
    identify: 'Ohne diesen Link fortfahren',
    'enrol-totp': 'Stattdessen eine Authenticator-App einrichten',
    'enrol-passkey': 'Stattdessen einen Passkey einrichten',
  },

  enrolTotp: 'Authenticator-App einrichten',
  factorNeeded: 'Ihr Konto benötigt einen zweiten Faktor.',
  enrolTotpWhy: 'Scannen Sie den QR-Code mit einer Authenticator-App und geben Sie den Code ein, den die App anzeigt.',
  qrCode: 'QR-Code für Ihre Authenticator-App',
  cannotScan: 'QR-Code lässt sich nicht scannen?',
  typeKey: 'Geben Sie diesen Schlüssel in Ihrer App ein:',
  openApp: 'App auf diesem Gerät öffnen',
  codeOfApp: 'Code aus der App',
  enrolPasskey: 'Passkey einrichten',
  enrolPasskeyWhy:
    'Ein Passkey wird auf diesem Gerät, einem Telefon oder einem Sicherheitsschlüssel gespeichert und mit PIN, Fingerabdruck oder Gesicht entsperrt.',
  createPasskey: 'Passkey erstellen',
  backupCodes: 'Backup-Codes aufbewahren',
  backupCodesWhy:
    'Falls Sie Ihr Gerät verlieren, können Sie stattdessen jeden dieser Codes einmal verwenden. Sie werden nicht noch einmal angezeigt.',
  copy: 'Kopieren',
  copied: 'Kopiert',
  download: 'Herunterladen',
  print: 'Drucken',
  haveKeptCodes: 'Ich habe die Codes aufbewahrt',

  enterCodeOfSms: 'Code aus der SMS eingeben',
  enterCode: 'Code aus der E-Mail eingeben',
  codeSentTo: (address) => ['Wir haben einen Code an ', address, ' gesendet. Er ist zehn Minuten lang gültig.'],
  code: 'Sechsstelliger Code',
  confirm: 'Weiter',
  sendAgain: 'Neuen Code senden',
  anotherWay: 'Anderen Weg wählen',

  signUp: 'Konto erstellen',
  signUpWhy: 'Wir senden Ihnen einen Code, um Ihre Adresse zu bestätigen.',
  signUpPhoneWhy: 'Wir senden Ihnen einen Code per SMS, um Ihre Nummer zu bestätigen.',
  linkEmail: 'E-Mail-Adresse hinzufügen',
  linkPhone: 'Telefonnummer hinzufügen',
  almostDone: 'Fast fertig',
  fieldsWhy: 'Für Ihr Konto fehlt nur noch Folgendes.',
  username: 'Benutzername',
  name: 'Name',
  newPassword: 'Neues Passwort',
  passwordHint: (minimum) => `Mindestens ${minimum} Zeichen.`,
  terms: ['Ich akzeptiere die ', 'Nutzungsbedingungen', '.'],

  reset: 'Passwort zurücksetzen',
  resetWhy:
    'Geben Sie die Adresse Ihres Kontos ein. Wir senden Ihnen einen Code, mit dem Sie ein neues Passwort festlegen können.',
  sendResetCode: 'Code senden',
  setPassword: 'Neues Passwort festlegen',
  newPasswordRequired: 'Ihr Konto benötigt ein neues Passwort. Auf allen anderen Geräten werden Sie abgemeldet.',
  setPasswordWhy: 'Sie werden überall abgemeldet. Melden Sie sich danach mit dem neuen Passwort an.',
  passwordSet: 'Ihr Passwort wurde geändert. Melden Sie sich damit an.',
  beginAgain: 'Von vorn beginnen',
  passwordChanged: 'Ihr Passwort wurde geändert',
  signInAgain: 'Kehren Sie zu Ihrer Anwendung zurück und melden Sie sich an.',
  signedIn: 'Sie haben sich angemeldet',
  continueInApplication: 'Diese Anmeldung ist abgeschlossen. Fahren Sie in der Anwendung fort.',
  accountCreated: 'Ihr Konto ist bereit',
  signInFirst: 'Öffnen Sie Ihre Anwendung und melden Sie sich an.',

  link: {
    titles: {
      'sign-in': 'Mit diesem Link anmelden',
      'sign-up': 'Konto erstellen',
      reset: 'Passwort zurücksetzen',
    },
    does: {
      'sign-in': (person) => ['Dieser Link meldet Sie als ', person, ' an, in diesem Browser und nur einmal.'],
      'sign-up': (person) => ['Dieser Link bestätigt die Adresse ', person, ', in diesem Browser und nur einmal.'],
      reset: (person) => [
        'Mit diesem Link legen Sie ein neues Passwort fest für ',
        person,
        ', in diesem Browser und nur einmal.',
      ],
    },
    join: (organization) => `${organization} beitreten`,
    invites: (inviter, person) => [
      inviter === undefined ? 'Diese Einladung ist für ' : `${inviter} hat diese Einladung gesendet an `,
      person,
      '. Um sie anzunehmen, melden Sie sich an oder erstellen Sie ein Konto.',
    ],
    continueAs: (person) => `Weiter als ${person}`,
    notYou: 'Wenn Sie das nicht sind, schließen Sie diese Seite. Bisher ist nichts geschehen.',
    almostThere: 'Fast geschafft',
    chooseApplication:
      'Ihr Link bleibt eine Stunde lang in diesem Browser gespeichert. Öffnen Sie eine Anwendung, um fortzufahren:',
    openApplication:
      'Ihr Link bleibt eine Stunde lang in diesem Browser gespeichert. Öffnen Sie jetzt die Anwendung und melden Sie sich dort an.',
    cannotBeUsed: 'Dieser Link kann nicht verwendet werden',
    problems: {
      unknown: 'Der Link ist unvollständig oder existiert nicht mehr. Öffnen Sie ihn noch einmal aus Ihrer Nachricht.',
      used: 'Der Link wurde bereits verwendet und funktioniert nur einmal. Beginnen Sie in der Anwendung von vorn oder bitten Sie um einen neuen Link.',
      revoked:
        'Der Link wurde zurückgezogen oder durch einen neueren ersetzt. Suchen Sie nach einer neueren Nachricht oder bitten Sie um einen neuen Link.',
      expired: 'Der Link ist abgelaufen. Beginnen Sie in der Anwendung von vorn oder bitten Sie um einen neuen Link.',
      accepted: 'Die Einladung wurde bereits angenommen. Öffnen Sie die Anwendung und melden Sie sich dort an.',
    },
    openInstead: 'Weiter in einer Anwendung:',
  },

  undo: {
    title: 'Eine Änderung Ihres Kontos zurücknehmen',
    lead: (address) => ['Die Adresse ', address, ' wird wiederhergestellt.'],
    consequence:
      'Sie werden überall abgemeldet. Passkeys und Authenticator-Apps, die seitdem hinzugefügt wurden, werden entfernt, ebenso das Passwort: Sie legen mit einem Code an Ihre Adresse ein neues fest.',
    confirm: 'Änderung zurücknehmen',
    done: 'Die Änderung wurde zurückgenommen',
    next: 'Ihre frühere Adresse ist wiederhergestellt, und Sie sind überall abgemeldet. Legen Sie jetzt ein neues Passwort fest.',
  },
  undoDeletion: {
    title: 'Ihr Konto behalten',
    lead: 'Ihr Konto wird nicht gelöscht, und Sie können sich wieder anmelden.',
    consequence: 'Passwort, Passkeys und Authenticator-Apps bleiben. Sie bleiben überall abgemeldet.',
    confirm: 'Konto behalten',
    done: 'Ihr Konto bleibt bestehen',
    next: 'Sie können sich wieder anmelden. Wenn nicht Sie das Konto gelöscht haben, legen Sie jetzt ein neues Passwort fest.',
  },

  consent: {
    allow: (application) => `Darf ${application} Ihr Konto verwenden?`,
    continueTo: (application) => `Weiter zu ${application}?`,
    signedInAs: (person) => ['Sie sind angemeldet als ', person, '.'],
    unnamed: 'ein Konto ohne Namen',
    thirdParty: 'Diese Anwendung stammt von einem anderen Anbieter.',
    yes: 'Erlauben',
    no: 'Nicht erlauben',
    abilities: 'Die Anwendung könnte',
    inResource: (resource) => `In ${resource}, in Ihrem Namen`,
    scopes: {
      openid: 'Sie wiedererkennen, wenn Sie zurückkommen',
      profile: 'Ihren Namen, Ihr Bild und die übrigen Angaben Ihres Profils sehen',
      email: 'Ihre E-Mail-Adresse sehen',
      phone: 'Ihre Telefonnummer sehen',
      address: 'Ihre Postanschrift sehen',
      offline_access: 'diesen Zugriff auch in Ihrer Abwesenheit behalten, bis er widerrufen wird',
    },
  },

  signOut: {
    question: 'Möchten Sie sich abmelden?',
    asks: (application) => ['', application, ' möchte Sie abmelden.'],
    someAsks: 'Eine Anwendung möchte Sie abmelden.',
    consequence:
      'Sie werden damit von allen Anwendungen abgemeldet, die Sie in diesem Browser mit diesem Konto verwenden.',
    yes: 'Abmelden',
    no: 'Angemeldet bleiben',
    done: 'Sie sind abgemeldet',
    after: 'Sie können dieses Fenster schließen oder zur Anwendung zurückkehren.',
  },

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
  seconds: (count) => (count === 1 ? '1 Sekunde' : `${count} Sekunden`),
  minutes: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
  hours: (count) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
};
