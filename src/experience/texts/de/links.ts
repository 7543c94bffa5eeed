import type { links as en } from '../en/links.ts';

/** The links of messages. */
export const links: typeof en = {
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
    openAccount: 'Ihr Konto öffnen',
    checkAccount: 'Sicherheit Ihres Kontos prüfen',
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
  undoEnded: {
    used: 'Der Link wurde bereits verwendet oder zurückgezogen.',
    expired: 'Der Link ist abgelaufen. Er war sieben Tage lang gültig.',
    help: 'Sie können weiterhin die Sicherheit Ihres Kontos prüfen und ein neues Passwort festlegen. Wenn Sie sich nicht anmelden können, bitten Sie Ihre Administration um Hilfe.',
  },
  undoDeletion: {
    title: 'Ihr Konto behalten',
    lead: 'Ihr Konto wird nicht gelöscht, und Sie können sich wieder anmelden.',
    consequence: 'Passwort, Passkeys und Authenticator-Apps bleiben. Sie bleiben überall abgemeldet.',
    confirm: 'Konto behalten',
    done: 'Ihr Konto bleibt bestehen',
    next: 'Sie können sich wieder anmelden. Wenn nicht Sie das Konto gelöscht haben, legen Sie jetzt ein neues Passwort fest.',
  },
};
