import { randomBytes } from 'node:crypto';
import { password, passwords } from '../../support/password.ts';
import { api, type Party, type Platform, redirectUri } from './platform.ts';

/** The applications and users of every round. */
export interface Cast {
  /** An application that signs people in. */
  web: Party;
  /** A third-party application, which needs consent. */
  partner: Party;
  /** An application that exchanges tokens. */
  backend: Party;
  /** The hash of the common password, computed once because it is slow. */
  passwordHash: string;
}

export interface Person {
  id: string;
  username: string;
}

/** A user who is not changed, with an access token of `web`. */
export interface Bystander extends Person {
  token: string;
}

/** Runs a mutation. Returns a field of its payload. */
export async function mutate<T>(
  { management }: Platform,
  name: string,
  input: object,
  selection = '__typename',
): Promise<T> {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  const answer = await management.call<Record<string, T>>(
    `mutation ($input: ${type}) { ${name}(input: $input) { ${selection} } }`,
    { input },
  );
  return answer[name] as T;
}

export async function createCast(platform: Platform): Promise<Cast> {
  await mutate(platform, 'createApiResource', { name: 'API', indicator: api });
  const backend = await createMachine(platform);
  await allowExchange(platform, backend);
  return {
    web: await createWeb(platform),
    partner: await createWeb(platform, true),
    backend,
    passwordHash: await passwords.hash(password),
  };
}

export const createMachine = (platform: Platform): Promise<Party> =>
  createParty(platform, { type: 'MACHINE_TO_MACHINE' });

export const createWeb = (platform: Platform, isThirdParty = false): Promise<Party> =>
  createParty(platform, { type: 'TRADITIONAL_WEB', redirectUris: [redirectUri], pkceRequired: false, isThirdParty });

export const allowExchange = (platform: Platform, { id: applicationId }: Party): Promise<void> =>
  mutate(platform, 'setApplicationTokenExchange', { applicationId, tokenExchangeAllowed: true });

async function createParty(platform: Platform, settings: object): Promise<Party> {
  const input = { name: 'Endings', ...settings };
  const { application } = await mutate<{ application: { id: string } }>(
    platform,
    'createApplication',
    input,
    'application { id }',
  );
  const named = { applicationId: application.id, name: 'first' };
  const { secret } = await mutate<{ secret: string }>(platform, 'addApplicationSecret', named, 'secret');
  return { id: application.id, secret };
}

export async function createPerson(platform: Platform, { passwordHash }: Cast): Promise<Person> {
  const username = `ada_${randomBytes(6).toString('hex')}`;
  const { user } = await mutate<{ user: { id: string } }>(
    platform,
    'createUser',
    { username, passwordHash },
    'user { id }',
  );
  return { id: user.id, username };
}
