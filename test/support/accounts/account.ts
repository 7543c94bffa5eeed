import { callGraphql, callRest, startAccounts } from './account-flows.ts';
import type { RelyingParty, SignedIn } from '../browsers/relying-party.ts';
import { addUser, type TestIssuer } from '../issuer.ts';

/** An application that may use the Account API, and people who are signed in there. */
export interface AccountPlatform extends AsyncDisposable {
  issuer: TestIssuer;
  web: RelyingParty;
  applicationId: string;
  /** A new person with a password, signed in. */
  person(data?: Parameters<typeof addUser>[1], scope?: string): Promise<Person>;
  /** Signs the person in again, in another browser. */
  signInAgain(person: Pick<Person, 'username'>, parameters?: Record<string, string>): Promise<SignedIn>;
}

export interface Person {
  id: string;
  username: string;
  token: string;
  sessionId: string;
}

/** A call of an operation of the Account API, by one of its doors. */
export interface Outcome {
  status: number;
  /** Error code; null if it succeeded. */
  code: string | null;
  /** Paths of the refused fields. */
  paths: string[];
  /** The account after the change, with what the operation returns besides. */
  output: Record<string, unknown>;
  /** Of a refusal: the required sign-in. */
  maxAge?: number;
  acrValues?: string;
  headers: Headers;
}

export const accountScope = 'openid account:read account:write';

export async function startAccountPlatform(): Promise<AccountPlatform> {
  const accounts = await startAccounts();
  const { issuer, prisma, web, application } = accounts;
  const resource = `${issuer.publicUrl}/account`;
  const signInAgain: AccountPlatform['signInAgain'] = ({ username }, parameters) =>
    web.signIn(username, { scope: accountScope, resource, ...parameters });
  return {
    issuer,
    web,
    applicationId: application.id,
    signInAgain,
    async person(data = {}, scope = accountScope) {
      const { id, username } = await addUser(prisma, data);
      if (username === null) throw new Error('a person signs in by the username');
      const { tokens } = await signInAgain({ username }, { scope });
      return { id, username, token: tokens.access_token, sessionId: claimsOf(tokens.access_token).session_id };
    },
    [Symbol.asyncDispose]: () => issuer[Symbol.asyncDispose](),
  };
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string };

export type Door = 'graphql' | 'rest';
export const doors: readonly Door[] = ['graphql', 'rest'];

/** An operation in both doors: its mutation with the output besides the account, and its route. */
export interface Act {
  name: string;
  route: string;
  input?: Record<string, unknown>;
  /** Fields of the payload besides the account. */
  fields?: string;
}

const accountFields = 'id username name email phone hasPassword backupCodesLeft version';

/** Calls an operation by a door. */
export const act = (issuer: TestIssuer, door: Door, token: string, one: Act): Promise<Outcome> =>
  door === 'graphql' ? mutate(issuer, token, one) : send(issuer, token, one);

async function mutate(issuer: TestIssuer, token: string, { name, input, fields = '' }: Act): Promise<Outcome> {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const [head, argument] = input ? [`($input: ${type}!)`, '(input: $input)'] : ['', ''];
  const query = `mutation ${head} { ${name}${argument} { account { ${accountFields} } ${fields} } }`;
  const { status, headers, data, errors } = await callGraphql(issuer, token, { query, variables: { input } });
  const { account = {}, ...output } = data?.[name] ?? {};
  const { code = null, problems = [], ...required } = errors[0]?.extensions ?? {};
  // The path of a field of the input begins with the argument.
  const paths = problems.map(({ path }: { path: string[] }) => path.slice(1).join('.'));
  return { status, headers, code, paths, output: { ...account, ...output }, ...required };
}

async function send(issuer: TestIssuer, token: string, { route, input = {} }: Act): Promise<Outcome> {
  const [method = '', template = ''] = route.split(' ');
  const body: Record<string, unknown> = { ...input };
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
    const { [name]: value } = body;
    delete body[name];
    return encodeURIComponent(String(value));
  });
  const sent = Object.keys(body).length > 0 ? body : undefined;
  const { status, headers, json } = await callRest(issuer, token, { method, path, body: sent });
  if (status < 300) return { status, headers, code: null, paths: [], output: json };
  const { code, problems = [], maxAge, acrValues } = json;
  const paths = problems.map(({ path: of }: { path: string[] }) => of.join('.'));
  return { status, headers, code, paths, output: {}, ...(maxAge && { maxAge }), ...(acrValues && { acrValues }) };
}

/** The events about a person, oldest first: those of an account, with the door. */
export async function eventsOf({ database }: TestIssuer, after: bigint, ...subjectIds: string[]) {
  const rows = await database.prisma.event.findMany({
    where: { sequence: { gt: after }, ...(subjectIds.length > 0 && { subjectId: { in: subjectIds } }) },
    orderBy: { sequence: 'asc' },
  });
  return rows.map(({ type, subjectId, data, cause, actor }) => ({ type, subjectId, data, cause, actor }));
}

/** The end of the event log. */
export async function endOfLog({ database }: TestIssuer): Promise<bigint> {
  const { _max } = await database.prisma.event.aggregate({ _max: { sequence: true } });
  return _max.sequence ?? 0n;
}
