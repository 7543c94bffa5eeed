import type { Texts } from './texts/index.ts';

/** The names by which people know their account. */
interface KnownAs {
  name: string | null;
  email: string | null;
  username: string | null;
  phone: string | null;
}

/** The identifier with which a person signs in: the address or name that most people remember. */
export const identifierOf = ({ email, username, phone }: Omit<KnownAs, 'name'>): string | null =>
  email ?? username ?? phone;

/** The name by which pages address a person. */
export const nameOf = (person: KnownAs | null, { consent }: Pick<Texts, 'consent'>): string =>
  (person && (person.name ?? identifierOf(person))) ?? consent.unnamed;
