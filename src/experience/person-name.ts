import type { Texts } from './texts/index.ts';

/** What people know their account by. */
interface KnownAs {
  name: string | null;
  email: string | null;
  username: string | null;
  phone: string | null;
}

/** What a person signs in with: the address or name that most people remember. */
export const identifierOf = ({ email, username, phone }: Omit<KnownAs, 'name'>): string | null =>
  email ?? username ?? phone;

/** The name by which pages address a person. */
export const nameOf = (person: KnownAs | null, { consent }: Pick<Texts, 'consent'>): string =>
  (person && (person.name ?? identifierOf(person))) ?? consent.unnamed;
