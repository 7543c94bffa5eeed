import type { Texts } from './en.ts';

export const texts: Texts = {
  noUser: 'Noch kein Benutzer hat diese Rolle. Wer sie hat, erhält ihre Scopes.',
  noApplication:
    'Noch keine Anwendung hat diese Rolle. Eine Anwendung mit dieser Rolle erhält deren Scopes, wenn sie sich mit eigenen Zugangsdaten ausweist.',
  toUser: 'An einen Benutzer vergeben',
  toApplication: 'An eine Anwendung vergeben',
  firstUser: 'An einen Benutzer vergeben',
  firstApplication: 'An eine Anwendung vergeben',
  all: 'Alle Benutzer mit dieser Rolle',
};
