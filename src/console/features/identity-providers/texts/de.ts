import type { Texts } from './en.ts';

export const texts: Texts = {
  identityProviders: {
    title: 'Identitätsanbieter',
    empty:
      'Mit einem Identitätsanbieter melden sich Personen mit Konten an, die sie schon haben: bei Google, Microsoft oder Ihrem Kunden.',
    create: 'Identitätsanbieter hinzufügen',
    domains: 'Domains',
    success: 'Letzter Erfolg',
    failure: 'Letzter Fehlschlag',
    why: 'Was zuletzt fehlschlug',
    test: 'Einstellungen prüfen',
    toggle: 'Ein- oder ausschalten',
    pages: 'Anmeldeseiten',
    button: 'mit Schaltfläche',
    required: 'vorgeschrieben',
    hidden: 'ohne Schaltfläche',
    tabs: { overview: 'Übersicht', settings: 'Einstellungen', organizations: 'Organisationen', people: 'Benutzer' },
  },
};
