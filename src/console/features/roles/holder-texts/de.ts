import type { Texts } from './en.ts';

export const texts: Texts = {
  noUser: 'Noch kein Benutzer hat diese Rolle. Wer sie hat, erhält ihre Scopes.',
  noApplication:
    'Noch keine Anwendung hat diese Rolle. Welche sie hat, erhält ihre Scopes mit den eigenen Zugangsdaten.',
  giveUser: 'An einen Benutzer vergeben',
  giveApplication: 'An eine Anwendung vergeben',
  all: 'Alle Benutzer mit dieser Rolle',
};
