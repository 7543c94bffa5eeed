import type { Texts } from './en.ts';

export const texts: Texts = {
  organizations: {
    title: 'Organisationen',
    empty: 'Eine Organisation ist ein Kunde: mit Mitgliedern, Anwendungen und eigenen Rollen. Erstellen Sie die erste.',
    create: 'Neue Organisation',
    members: 'Mitglieder',
    noMembers: 'Kein Mitglied. Fügen Sie Benutzer hinzu, oder laden Sie Personen ein.',
    addMembers: 'Mitglieder hinzufügen',
    noApplications: 'Keine Anwendung.',
    addApplications: 'Anwendungen hinzufügen',
    domains: 'Domains, deren Personen beitreten',
    noDomains: 'Keine Domain: Personen treten nur durch Einladung bei.',
    addDomain: 'Domain hinzufügen',
    tabs: { settings: 'Einstellungen' },
  },
  invitations: {
    title: 'Einladungen',
    empty: 'Noch keine Einladung. Laden Sie eine Person per E-Mail ein.',
    create: 'Einladen',
    expires: 'Läuft ab',
    inviter: 'Eingeladen von',
    resend: 'Erneut senden',
    revoke: 'Widerrufen',
    accept: 'Als angenommen vermerken',
  },
};
