import type { accountActions as en } from '../en/account-actions.ts';
import { action, actionOn } from '../action.ts';

const removedAddress =
  'Damit können Sie sich nicht mehr anmelden und Ihr Passwort nicht zurücksetzen. Dorthin geht eine Nachricht, mit der sich das sieben Tage lang zurücknehmen lässt.';

/** Actions of people on the pages of their accounts, and their results. */
export const accountActions: typeof en = {
  actions: {
    'edit-profile': action('Ihr Profil', 'Speichern', 'Ihr Profil wurde gespeichert.'),
    username: action('Benutzernamen ändern', 'Benutzernamen speichern', 'Ihr Benutzername wurde geändert.'),
    picture: action(
      'Bild ändern',
      'Bild speichern',
      'Ihr Bild wurde geändert.',
      'PNG, JPEG oder WebP mit höchstens 256 KB. Ort, Gerät und Zeit einer Aufnahme werden daraus entfernt.',
    ),
    'remove-picture': action('Bild entfernen?', 'Bild entfernen', 'Ihr Bild wurde entfernt.'),
    password: action('Neues Passwort festlegen', 'Passwort festlegen', 'Ihr Passwort wurde geändert.'),
    'remove-password': action(
      'Passwort entfernen?',
      'Passwort entfernen',
      'Ihr Passwort wurde entfernt.',
      'Danach melden Sie sich mit einem Passkey oder mit einem Code an. Überall sonst werden Sie abgemeldet. Ein neues Passwort können Sie jederzeit festlegen.',
    ),
    'add-email': action(
      'Neue E-Mail-Adresse festlegen',
      'Weiter',
      'Ihre E-Mail-Adresse wurde geändert.',
      'Wir schicken einen Code an die neue Adresse. Haben Sie schon eine, bekommt sie eine Nachricht, mit der sich die Änderung sieben Tage lang zurücknehmen lässt.',
    ),
    'add-phone': action(
      'Neue Telefonnummer festlegen',
      'Weiter',
      'Ihre Telefonnummer wurde geändert.',
      'Wir schicken einen Code an die neue Nummer. Haben Sie schon eine, bekommt sie eine Nachricht, mit der sich die Änderung sieben Tage lang zurücknehmen lässt.',
    ),
    'remove-email': action(
      'E-Mail-Adresse entfernen?',
      'E-Mail-Adresse entfernen',
      'Ihre E-Mail-Adresse wurde entfernt.',
      removedAddress,
    ),
    'remove-phone': action(
      'Telefonnummer entfernen?',
      'Telefonnummer entfernen',
      'Ihre Telefonnummer wurde entfernt.',
      removedAddress,
    ),
    'add-passkey': action('Passkey hinzufügen', 'Weiter', 'Passkey oder App wurde hinzugefügt.'),
    'add-app': action('Authenticator-App hinzufügen', 'Weiter', 'Passkey oder App wurde hinzugefügt.'),
    'link-identity': actionOn((name) => `${name} verknüpfen?`, 'Verknüpfen', 'Das Konto ist verknüpft.'),
    'unlink-identity': actionOn(
      (name) => `Verknüpfung mit ${name} lösen?`,
      'Lösen',
      'Das Konto ist nicht mehr verknüpft.',
      'Sie können sich damit nicht mehr anmelden.',
    ),
    'rename-factor': actionOn((name) => `${name} umbenennen`, 'Namen speichern', 'Der Name wurde geändert.'),
    'remove-factor': actionOn(
      (name) => `${name} entfernen?`,
      'Entfernen',
      'Der Faktor wurde entfernt.',
      'Damit können Sie sich nicht mehr anmelden. Browser, denen Sie vertrauen, fragen wieder nach einem zweiten Faktor.',
    ),
    'backup-codes': action(
      'Neue Backup-Codes erstellen?',
      'Codes erstellen',
      'Sie haben neue Backup-Codes.',
      'Die bisherigen Codes gelten dann nicht mehr.',
    ),
    'end-session': actionOn((name) => `In ${name} abmelden?`, 'Abmelden', 'Die Sitzung wurde beendet.'),
    'end-other-sessions': action(
      'Überall sonst abmelden?',
      'Überall sonst abmelden',
      'Sie sind überall sonst abgemeldet.',
      'Jede andere Sitzung endet, mit dem Zugriff, den Anwendungen durch sie haben. Diese hier bleibt.',
    ),
    'forget-device': actionOn((name) => `${name} vergessen?`, 'Vergessen', 'Der Browser wurde vergessen.'),
    'revoke-consent': actionOn(
      (name) => `Zugriff von ${name} beenden?`,
      'Zugriff beenden',
      'Der Zugriff wurde beendet.',
      'Die Anwendung kann in Ihrem Namen nichts mehr sehen oder tun. Anderswo kann ein Token, das sie schon hat, noch gelten, bis es abläuft, höchstens eine Stunde.',
    ),
    'end-impersonation': actionOn(
      (name) => `Soll ${name} nicht mehr in Ihrem Namen handeln?`,
      'Beenden',
      'Dieser Zugriff ist beendet.',
    ),
    'leave-organization': actionOn(
      (name) => `${name} verlassen?`,
      'Organisation verlassen',
      'Sie haben die Organisation verlassen.',
      'Ihre Rollen dort enden. Um zurückzukommen, brauchen Sie eine neue Einladung.',
    ),
    'accept-invitation': actionOn((name) => `${name} beitreten?`, 'Annehmen', 'Sie sind jetzt Mitglied.'),
    'decline-invitation': actionOn(
      (name) => `Einladung zu ${name} ablehnen?`,
      'Ablehnen',
      'Die Einladung wurde abgelehnt.',
    ),
    export: action('Daten exportieren', 'Herunterladen', ''),
    'delete-account': action(
      'Konto löschen?',
      'Konto löschen',
      '',
      'Sie werden sofort überall abgemeldet, und mit diesem Konto ist keine Anmeldung mehr möglich. Sieben Tage lang behält es der Link in einer Nachricht an Sie. Danach wird alles darüber gelöscht.',
    ),
  },

  notices: {
    'other-person': (name) => `Sie sind jetzt als ${name} angemeldet. Was Sie vorher taten, wurde verworfen.`,
    'not-confirmed': 'Sie haben sich nicht noch einmal angemeldet. Nichts wurde geändert.',
    'signed-in-again': 'Sie haben sich noch einmal angemeldet. Prüfen Sie die Angaben und senden Sie sie ab.',
    gone: 'Das gibt es nicht mehr. Vielleicht wurde es in einem anderen Fenster entfernt.',
  },
  notSignedIn: 'Sie sind nicht angemeldet',
  notSignedInWhy:
    'Melden Sie sich an, um Ihr Konto zu sehen. Wenn Sie das getan haben, erlauben Sie dieser Website Cookies.',

  problems: {
    changed: 'Ihr Konto wurde inzwischen geändert. Prüfen Sie die Angaben und senden Sie sie noch einmal.',
    'too-many': 'Zu viele Änderungen in kurzer Zeit. Versuchen Sie es später noch einmal.',
    'not-allowed': 'Das verwaltet Ihre Administration.',
    'last-way': 'Sie könnten sich nicht mehr anmelden. Fügen Sie zuerst einen anderen Weg hinzu.',
    'last-address':
      'Sie hätten keine bestätigte Adresse. Fügen Sie zuerst eine hinzu, oder zwei andere Wege zur Anmeldung.',
    'required-factor': 'Hier ist ein zweiter Faktor nötig. Fügen Sie zuerst einen anderen hinzu.',
    'factor-not-taken': 'Diese Art von zweitem Faktor wird hier nicht angenommen.',
    'backup-codes-not-taken': 'Backup-Codes werden hier nicht angenommen.',
    'no-factor': 'Backup-Codes ersetzen einen Passkey oder eine App. Fügen Sie zuerst so etwas hinzu.',
    'last-administrator': 'Sie sind die letzte Person, die diese Plattform verwaltet. Ernennen Sie zuerst eine andere.',
    'last-organization-administrator':
      'Sie sind die letzte Person, die eine Organisation verwaltet. Ernennen Sie dort zuerst eine andere.',
    'wrong-confirmation': 'Das ist nicht Ihre Adresse, Ihre Nummer oder Ihr Benutzername.',
    'not-a-picture': 'Das ist kein PNG, JPEG oder WebP mit höchstens 256 KB.',
    'picture-too-wide': 'Das Bild ist zu groß. Möglich sind höchstens 4.096 Pixel in Breite und Höhe.',
    required: 'Füllen Sie dieses Feld aus.',
    'too-long': (maximum) => `Höchstens ${maximum} Zeichen sind möglich.`,
    'wrong-website': 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.',
    'wrong-birthdate': 'Geben Sie ein Datum wie 1990-12-31 ein.',
    wrong: 'Prüfen Sie dieses Feld.',
  },
};
