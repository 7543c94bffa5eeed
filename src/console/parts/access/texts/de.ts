import type { Texts } from './en.ts';

export const texts: Texts = {
  onlyOne: 'Nur dieser Benutzer kann Rollen vergeben: Fällt dessen Anmeldung aus, kann niemand helfen.',
  toAnother: (role) => `${role} an einen anderen Benutzer vergeben`,
  newOne: 'Einen zweiten Administrator anlegen',
};
