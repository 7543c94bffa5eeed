import { allowExchange, createPerson, createWeb, mutate } from './cast.ts';
import type { Setting } from './flows.ts';

/** A kind of ending. */
export interface Kind {
  name: string;
  /** The subject: all sessions of a user, or all of an application. */
  ends: 'user' | 'application';
  /** Whether the same password is accepted after the change. */
  letsIn: boolean;
  make(setting: Setting): Promise<void>;
}

const onUser =
  (name: string, fields: object = {}) =>
  async ({ platform, person }: Setting): Promise<void> =>
    mutate(platform, name, { userId: person.id, ...fields });

const onApplication =
  (name: string, fields: object = {}) =>
  async ({ platform, parties: [party] }: Setting): Promise<void> =>
    mutate(platform, name, { applicationId: party.id, ...fields });

const andBack = (make: (fields: object) => Kind['make']): Kind['make'] => {
  const [away, back] = [make({ isSuspended: true }), make({ isSuspended: false })];
  return async (setting) => {
    await away(setting);
    await back(setting);
  };
};

export const kinds: readonly Kind[] = [
  { name: 'signed out everywhere', ends: 'user', letsIn: true, make: onUser('endUserSessions') },
  {
    name: 'another password',
    ends: 'user',
    letsIn: false,
    make: onUser('setUserPassword', { password: 'another password' }),
  },
  {
    name: 'user suspended and reactivated',
    ends: 'user',
    letsIn: true,
    make: andBack((fields) => onUser('setUserSuspended', fields)),
  },
  { name: 'user deleted', ends: 'user', letsIn: false, make: onUser('deleteUser') },
  {
    name: 'application suspended and reactivated',
    ends: 'application',
    letsIn: false,
    make: andBack((fields) => onApplication('setApplicationSuspended', fields)),
  },
  { name: 'application deleted', ends: 'application', letsIn: false, make: onApplication('deleteApplication') },
];

/** The user and application of a round, created for its change. */
export async function settingFor(
  { ends }: Kind,
  { platform, cast, bystander }: Pick<Setting, 'platform' | 'cast' | 'bystander'>,
  round: number,
): Promise<Setting> {
  if (ends === 'application') {
    const isThirdParty = round % 2 === 1;
    const party = await createWeb(platform, isThirdParty);
    if (!isThirdParty) await allowExchange(platform, party);
    return { platform, cast, bystander, person: bystander, parties: [party] };
  }
  return { platform, cast, bystander, person: await createPerson(platform, cast), parties: [cast.web, cast.partner] };
}
