import type { Texts } from './en.ts';

export const texts: Texts = {
  onlyOne: 'Nur dieser Benutzer kann Rollen vergeben: Ohne dessen Anmeldung kann niemand helfen.',
  toAnother: 'Diese Rolle an einen anderen Benutzer vergeben',
  newOne: 'Einen zweiten Administrator anlegen',
};
