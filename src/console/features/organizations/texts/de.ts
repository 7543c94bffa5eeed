import type { Texts } from './en.ts';

export const texts: Texts = {
  organizations: {
    title: 'Organisationen',
    empty: 'Eine Organisation ist ein Kunde: mit Mitgliedern, Anwendungen und eigenen Rollen. Legen Sie die erste an.',
    create: 'Neue Organisation',
    noMembers: 'Noch kein Mitglied. Nehmen Sie Benutzer auf, oder laden Sie Personen ein.',
    addMembers: 'Mitglieder aufnehmen',
    noApplications: 'Keine Anwendung.',
    addApplications: 'Anwendungen aufnehmen',
    domains: 'Domains, über die Personen beitreten',
    noDomains: 'Keine Domain: Personen treten nur durch Einladung bei.',
    addDomain: 'Domain hinzufügen',
    providers: 'Identitätsanbieter, über die Personen beitreten',
    noProviders: 'Keiner: Niemand tritt durch Anmelden mit einem Identitätsanbieter bei.',
    addProvider: 'Identitätsanbieter hinzufügen',
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
