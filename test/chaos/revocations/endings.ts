import { createPerson, createWeb, mutate } from '../endings/cast.ts';
import type { Cast, Person } from '../endings/cast.ts';
import { accessTokenOf } from '../endings/flows.ts';
import { exchange, type Party, type Platform } from '../endings/platform.ts';

/** A person who is signed in at an application of their own, and the tokens of the sign-in and of an exchange. */
export interface SignedIn {
  person: Person;
  web: Party;
  sessionId: string;
  tokens: readonly string[];
}

export async function signIn(platform: Platform, cast: Cast): Promise<SignedIn> {
  const [person, web] = [await createPerson(platform, cast), await createWeb(platform)];
  const token = await accessTokenOf({ platform, person, parties: [web] });
  const { access_token: exchanged } = (await exchange(platform, cast.backend, token)) ?? {};
  if (exchanged === undefined) throw new Error('no token was exchanged');
  const { user } = await platform.management.call<{ user: { sessions: { id: string }[] } }>(
    'query ($id: ID!) { user(id: $id) { sessions { id } } }',
    { id: person.id },
  );
  return { person, web, sessionId: user.sessions[0]?.id ?? '', tokens: [token, exchanged] };
}

/** An ending, which may be made again if its answer is lost: a second one ends nothing more, or is NOT_FOUND. */
interface Ending {
  name: string;
  make(platform: Platform, signedIn: SignedIn): Promise<unknown>;
}

const ofUser =
  (name: string, fields: object = {}): Ending['make'] =>
  (platform, { person }) =>
    mutate(platform, name, { userId: person.id, ...fields });
const ofApplication =
  (name: string, fields: object = {}): Ending['make'] =>
  (platform, { web }) =>
    mutate(platform, name, { applicationId: web.id, ...fields });

export const endings: readonly Ending[] = [
  { name: 'signed out everywhere', make: ofUser('endUserSessions') },
  {
    name: 'one session ended',
    make: (platform, { person, sessionId }) => mutate(platform, 'endUserSession', { userId: person.id, sessionId }),
  },
  { name: 'another password', make: ofUser('setUserPassword', { password: 'another password' }) },
  { name: 'user suspended', make: ofUser('setUserSuspended', { isSuspended: true }) },
  { name: 'user deleted', make: ofUser('deleteUser') },
  { name: 'application suspended', make: ofApplication('setApplicationSuspended', { isSuspended: true }) },
  { name: 'application deleted', make: ofApplication('deleteApplication') },
];
