import { signInPolicySchema } from '../../../src/domain/flow/policy.ts';
import { storePolicy } from '../../../src/store/flows/policies.ts';
import type { Visitor } from '../browsers/browser.ts';
import { codeFor, openPage } from '../browsers/flow-pages.ts';
import { redirectUri, relyingParty } from '../browsers/relying-party.ts';
import { addApplication, addUser, password, startIssuer, type TestIssuer } from '../issuer.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** A person with an access token for the Account API. */
export interface Member {
  id: string;
  email: string;
  username: string;
  token: string;
  /** The browser of the sign-in. */
  visitor: Visitor;
  /** A call of the API over REST. */
  rest(method: string, path: string, body?: object): Promise<{ status: number; headers: Headers; json: Json }>;
  /** The same over GraphQL. */
  graphql(query: string, variables?: object): Promise<{ data: Json; errors: Json[] }>;
}

/** The same calls by both channels: each returns the flow, or the code of the refusal. */
export const calls = {
  async rest({ rest }: Member, input: { flowId?: string; [field: string]: unknown }): Promise<Json> {
    const { flowId, ...body } = input;
    return (await rest('POST', flowId === undefined ? '/flows' : `/flows/${flowId}`, body)).json;
  },
  async graphql({ graphql }: Member, input: { flowId?: string; [field: string]: unknown }): Promise<Json> {
    const verb = input.flowId === undefined ? 'start' : 'answer';
    const text = `mutation Call($input: ${verb === 'start' ? 'Start' : 'Answer'}MyFlowInput!) {
      ${verb}MyFlow(input: $input) { flow {
        id purpose state version reference step { name fields ways details } refused { reason text ways } problem { name text until }
      } account { id email phone } } }`;
    const { data, errors } = await graphql(text, { input: spelled(input) });
    return errors.length ? errors[0].extensions : plain(data[`${verb}MyFlow`].flow);
  },
};
export type Channel = keyof typeof calls;
export const channels = Object.keys(calls) as Channel[];

const constant = (value: unknown) => (typeof value === 'string' ? value.replaceAll('-', '_').toUpperCase() : value);
const text = (value: unknown) => (typeof value === 'string' ? value.replaceAll('_', '-').toLowerCase() : value);

/** Enums as GraphQL spells them, and back. */
const spelled = (input: Json) => ({
  ...input,
  ...(input.purpose && { purpose: constant(input.purpose) }),
  ...(input.factor && { factor: constant(input.factor) }),
  ...(input.step && { step: constant(input.step) }),
});
const plain = (flow: Json) => ({
  ...flow,
  purpose: text(flow.purpose),
  state: text(flow.state),
  step: flow.step && { ...flow.step, name: text(flow.step.name) },
  refused: flow.refused && { ...flow.refused, reason: text(flow.refused.reason) },
});

/** A platform with an application that may use the Account API, and people who use it. */
export async function startAccounts(options: Parameters<typeof startIssuer>[0] = {}) {
  const issuer = await startIssuer(options);
  const { prisma } = issuer.database;
  const settings = { redirectUris: [redirectUri], accountApiAllowed: true };
  const application = await addApplication(prisma, 'TRADITIONAL_WEB', settings);
  const web = await relyingParty(issuer.issuer, application);
  const parameters = { scope: 'openid account:read account:write', resource: `${issuer.publicUrl}/account` };
  const memberOf = (
    user: { id: string; email: string | null; username: string | null },
    { token, visitor }: Pick<Member, 'token' | 'visitor'>,
  ): Member => ({
    id: user.id,
    email: user.email ?? '',
    username: user.username ?? '',
    token,
    visitor,
    rest: (method, path, body) => callRest(issuer, token, { method, path, body }),
    graphql: (query, variables) => callGraphql(issuer, token, { query, variables }),
  });
  const signIn = async (username: string | null): Promise<Pick<Member, 'token' | 'visitor'>> => {
    const { tokens, visitor } = await web.signIn(username, parameters);
    return { token: tokens.access_token, visitor };
  };
  return {
    issuer,
    prisma,
    web,
    application,
    policy: (given: object) => storePolicy(prisma, signInPolicySchema.parse(given)),
    /** A person with a verified address, who has just signed in. */
    async member(data: Parameters<typeof addUser>[1] = {}): Promise<Member> {
      const user = await addUser(prisma, { emailVerifiedAt: new Date(), ...data });
      return memberOf(user, await signIn(user.username));
    },
    /** The same person in another session. */
    async again(member: Member): Promise<Member> {
      return memberOf(member, await signIn(member.username));
    },
    /** The same person in a session of level 2, with the code of their authenticator app. */
    async withApp(member: Member, code: string): Promise<Member> {
      const page = await openPage(issuer, web, { parameters });
      await page.answer({ identifier: member.username, password });
      await page.answer({ code });
      const { access_token: token } = await page.redeem({ resource: parameters.resource });
      return memberOf(member, { token, visitor: page.visitor });
    },
    /** The code of the newest message to an address. */
    codeFor: (address: string) => codeFor(issuer, address),
    /** Types and data of the events about a record, in order. */
    async eventsAbout(
      subjectId: string,
    ): Promise<{ id: string; type: string; data: Json; cause: Json; actor: Json }[]> {
      return prisma.event.findMany({ where: { subjectId }, orderBy: { sequence: 'asc' } });
    },
    [Symbol.asyncDispose]: () => issuer[Symbol.asyncDispose](),
  };
}
export type Accounts = Awaited<ReturnType<typeof startAccounts>>;

export async function callRest(
  { url }: TestIssuer,
  token: string,
  { method, path, body }: { method: string; path: string; body?: object | undefined },
) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(`${url}/account/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answered = await response.text();
  return { status: response.status, headers: response.headers, json: answered ? JSON.parse(answered) : null };
}

export async function callGraphql({ url }: TestIssuer, token: string, body: object) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data = null, errors = [] } = (await response.json()) as { data?: Json; errors?: Json[] };
  return { status: response.status, headers: response.headers, data, errors };
}

let addresses = 0;
/** An address that nobody has yet. */
export const freeAddress = (): string => `new${++addresses}@example.org`;

/** A mobile number that nobody has yet. */
export const freeNumber = (): string => `+4915123${String(200_000 + ++addresses)}`;
