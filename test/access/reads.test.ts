import { describe, expect, it } from 'vitest';
import { membershipId } from '../../src/reads/membership-ids.ts';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { administratorOf, type Answer, type Caller, holder, startManagementApi } from '../support/management-api.ts';
import { perFile } from '../support/per-file.ts';
import { openQueries, queries, type ReadRule, routes } from './table.ts';

const api = perFile(startManagementApi);

type Side = 'ours' | 'theirs';
type Ask = (caller: Caller | null) => Promise<Answer>;

/** Identifiers of an organization's records, or of records without an organization: visible with permission only. */
const marksOf = (side: Side): string[] => {
  const { n, user, other, application, service, organization, invitation, event } = api[side];
  return [user, other, application, service, organization, invitation, event, `user_${n}@`, `other_${n}@`];
};
const visibleIds = ({ text }: Answer, side: Side): string[] => marksOf(side).filter((mark) => text.includes(mark));

let turn = 0;

/** Sends a read as every kind of caller, for a record or a list, and compares the results with a row of the table. */
async function holdAgainst([where, ...needed]: ReadRule, ask: Ask, isList: boolean): Promise<void> {
  expect((await ask(null)).codes).toEqual(['UNAUTHENTICATED']);
  expect((await ask(holder())).codes).toContain('FORBIDDEN');
  expect((await ask(holder(...needed))).codes).toEqual([]);
  for (const missing of needed) {
    const others = permissionNames.filter((name) => name !== missing);
    expect([missing, ...(await ask(holder(...others))).codes]).toContain('FORBIDDEN');
  }
  // Without the needed one, all others together are not enough, so none of them is: one in turn stands for them.
  for (const single of new Set([...needed, permissionNames[++turn % permissionNames.length] ?? 'users:read'])) {
    const isEnough = needed.every((name) => name === single);
    expect([single, (await ask(holder(single))).codes.includes('FORBIDDEN')]).toEqual([single, !isEnough]);
  }
  await holdAdministratorsAgainst(where, ask, isList);
}

async function holdAdministratorsAgainst(where: ReadRule[0], ask: Ask, isList: boolean): Promise<void> {
  const ours = await ask(administratorOf(api.ours));
  const theirs = await ask(administratorOf(api.theirs));
  expect(visibleIds(ours, 'theirs')).toEqual([]);
  expect(visibleIds(theirs, 'ours')).toEqual([]);
  if (where === 'everywhere') {
    for (const { codes } of [ours, theirs]) expect(['FORBIDDEN', 'NOT_FOUND']).toContain(codes[0]);
    expect(visibleIds(ours, 'ours')).toEqual([]);
    return;
  }
  expect(ours.codes).toEqual([]);
  if (where === 'in any organization') {
    expect(theirs.codes).toEqual([]);
    return;
  }
  expect([...visibleIds(ours, 'ours'), ...(ours.text.match(api.ours.organizationRole) ?? [])]).not.toEqual([]);
  // A record that is not visible looks like one that does not exist.
  if (!isList) expect(theirs.codes.filter((code) => code !== 'NOT_FOUND')).toEqual([]);
}

describe('every field of Query', () => {
  const idOf: Record<string, () => string> = {
    user: () => api.ours.user,
    factor: () => api.ours.factor,
    device: () => api.ours.device,
    signInAttempt: () => api.ours.signInAttempt,
    message: () => api.ours.message,
    oneTimeToken: () => api.ours.oneTimeToken,
    job: () => api.ours.job,
    role: () => api.ours.role,
    apiResource: () => api.ours.resource,
    scope: () => api.ours.scope,
    application: () => api.ours.service,
    applicationSecret: () => api.ours.secret,
    organization: () => api.ours.organization,
    organizationMember: () =>
      membershipId('organizationUser', { organizationId: api.ours.organization, userId: api.ours.user }),
    organizationApplication: () =>
      membershipId('organizationApplication', {
        organizationId: api.ours.organization,
        applicationId: api.ours.service,
      }),
    organizationRole: () => api.ours.organizationRole,
    organizationScope: () => api.ours.organizationScope,
    organizationInvitation: () => api.ours.invitation,
    event: () => api.ours.event,
    exchange: () => api.ours.exchange,
    signingKey: () => api.signingKey,
    connector: () => api.ours.connector,
    identityProvider: () => api.ours.identityProvider,
    userIdentity: () => api.ours.identity,
    signInExperience: () => api.ours.signInExperience,
    webhook: () => api.ours.webhook,
    webhookDelivery: () => api.ours.delivery,
  };
  const selections: Record<string, string> = {
    users: 'nodes { id email }',
    organizationMember: 'organization { id }',
    organizationApplication: 'organization { id }',
    organizationMembers: 'nodes { organization { id } }',
    organizationDomains: 'nodes { organization { id } }',
    identityProviderOrganizations: 'nodes { organization { id } }',
    organizationApplications: 'nodes { organization { id } }',
    exchange: 'userId',
    exchanges: 'nodes { userId }',
    exchangeLedger: 'mode',
    exchangeEdges: 'hasMore',
    revocations: 'cursor',
    explainTokenExchange: '__typename',
    explainSignIn: '__typename',
    identityProviderTrial: '__typename',
    signInTrial: '__typename',
    tokenExchangeTotals: 'hasMore',
  };

  it.each(Object.entries(queries))('%s is visible to the callers in the table', async (name, line) => {
    const id = idOf[name];
    const selection = selections[name] ?? (id ? 'id' : 'totalCount nodes { id }');
    const input = `(input: { applicationId: "${api.ours.service}", userId: "${api.ours.user}", resource: "x:y" })`;
    const inputs: Record<string, string> = {
      explainTokenExchange: input,
      tokenExchangeTotals: '(since: "2026-01-01T00:00:00Z")',
      identityProviderTrial: '(id: "trial_01h455vb4pex5vsknk084sn02q")',
      signInTrial: '(id: "apptrial_01h455vb4pex5vsknk084sn02q")',
      explainSignIn: `(input: { userId: "${api.ours.user}" })`,
    };
    const argument = id ? `(id: "${id()}")` : (inputs[name] ?? '');
    const document = `{ ${name}${argument} { ${selection} } }`;
    await holdAgainst(line, (caller) => api.graphql(document, caller), !id);
    expect(api.logged).toEqual([]);
  });

  it('a field that is not in the table requires a token and no permission', async () => {
    const since = '(since: "2026-01-01T00:00:00Z")';
    const arguments_: Record<string, string> = {
      node: '(id: "x")',
      nodes: '(ids: [])',
      search: '(text: "xx")',
      figures: since,
    };
    for (const name of openQueries) {
      const document = `{ ${name}${arguments_[name] ?? ''} { __typename } }`;
      expect([name, ...(await api.graphql(document, null)).codes]).toEqual([name, 'UNAUTHENTICATED']);
      expect([name, ...(await api.graphql(document, holder())).codes]).toEqual([name]);
    }
  });

  // Rows of the ledger are no records.
  it.each(Object.entries(idOf).filter(([name]) => name !== 'exchange'))(
    'node and nodes return a %s to those who can read it through its own field',
    async (name, id) => {
      const [where = '', permission = 'users:read'] = queries[name] ?? [];
      const document = `{ node(id: "${id()}") { id } nodes(ids: ["${id()}", "x"]) { id } }`;
      const all = [id(), id()];
      const shown = async (caller: Caller) => {
        const { data, codes } = await api.graphql(document, caller);
        return codes.length
          ? codes
          : [data.node?.id, ...data.nodes.slice(0, 1).map((node: { id: string }) => node?.id)];
      };
      expect(await shown(holder(permission))).toEqual(all);
      expect(await shown(holder(...permissionNames.filter((other) => other !== permission)))).toContain('FORBIDDEN');
      const expected = where === 'everywhere' ? ['FORBIDDEN', 'FORBIDDEN'] : all;
      expect(await shown(administratorOf(api.ours))).toEqual(expected);
      const hidden = where === 'in its organization' ? [undefined, undefined] : expected;
      expect(await shown(administratorOf(api.theirs))).toEqual(hidden);
    },
  );
});

describe('every GET below /api', () => {
  const parameters = (path: string): Record<string, string> => ({
    userId: api.ours.user,
    factorId: api.ours.factor,
    deviceId: api.ours.device,
    signInAttemptId: api.ours.signInAttempt,
    messageId: api.ours.message,
    roleId: api.ours.role,
    apiResourceId: api.ours.resource,
    scopeId: api.ours.scope,
    applicationId: path.includes('secrets') ? api.ours.application : api.ours.service,
    secretId: api.ours.secret,
    organizationId: api.ours.organization,
    organizationRoleId: api.ours.organizationRole,
    organizationScopeId: api.ours.organizationScope,
    organizationInvitationId: api.ours.invitation,
    domain: api.ours.domain,
    oneTimeTokenId: api.ours.oneTimeToken,
    jobId: api.ours.job,
    eventId: api.ours.event,
    exchangeId: api.ours.exchange,
    signingKeyId: api.signingKey,
    connectorId: api.ours.connector,
    identityProviderId: api.ours.identityProvider,
    identityId: api.ours.identity,
    signInExperienceId: api.ours.signInExperience,
    webhookId: api.ours.webhook,
    deliveryId: api.ours.delivery,
  });

  it.each(Object.entries(routes))('%s is visible to the callers in the table', async (route, line) => {
    const [, path = ''] = route.split(' ');
    const values = parameters(path);
    const query = path.endsWith('/acted-for') ? '?since=2026-01-01T00:00:00Z' : '';
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? 'x') + query;
    await holdAgainst(line, (caller) => api.rest('GET', filled, caller), !path.includes(':'));
    expect(api.logged).toEqual([]);
  });
});

describe('an administrator of one organization', () => {
  const counts = (caller: Caller) =>
    api.graphql(
      `{ users { totalCount } applications { totalCount } organizations { totalCount } organizationMembers { totalCount }
         organizationApplications { totalCount } organizationInvitations { totalCount } events { totalCount } }`,
      caller,
    );

  it('gets totals of that organization only', async () => {
    const { data } = await counts(administratorOf(api.ours));
    const ones = Object.values<{ totalCount: number }>(data).map(({ totalCount }) => totalCount);
    expect(ones).toEqual([1, 1, 1, 1, 1, 1, 1]);
    const unrestricted = await counts(holder(...permissionNames));
    for (const { totalCount } of Object.values<{ totalCount: number }>(unrestricted.data))
      expect(totalCount).toBeGreaterThan(1);
  });

  it('cannot use a filter to learn about members of another organization', async () => {
    const { ours, theirs } = api;
    await api.kernel.database.prisma.organizationUser.create({
      data: { organizationId: theirs.organization, userId: ours.user },
    });
    const us = administratorOf(ours);
    const count = async (list: string, filter: string, caller = us) =>
      (await api.graphql(`{ ${list}(filter: { ${filter} }) { totalCount } }`, caller)).data[list]?.totalCount;
    expect(await count('users', `organizationId: "${ours.organization}"`)).toBe(1);
    expect(await count('users', `organizationId: "${theirs.organization}"`)).toBe(0);
    expect(await count('organizations', `userId: "${ours.user}"`)).toBe(1);
    expect(await count('organizations', `userId: "${ours.user}"`, holder('organizations:read', 'users:read'))).toBe(2);
    expect(await count('organizationMembers', `organizationId: "${theirs.organization}"`)).toBe(0);
    expect(await count('organizationInvitations', `organizationId: "${theirs.organization}"`)).toBe(0);
    expect(await count('events', `organizationId: "${theirs.organization}"`)).toBe(0);
    const rest = await api.rest('GET', `/users?organizationId=${theirs.organization}`, us);
    expect(rest.data).toMatchObject({ totalCount: 0, items: [] });
  });

  it('sees no membership of other organizations of a user who belongs to both', async () => {
    const { ours } = api;
    const { data, codes } = await api.graphql(
      `{ user(id: "${ours.user}") { email organizations { totalCount nodes { organization { id } } } } }`,
      administratorOf(ours),
    );
    expect(codes).toEqual([]);
    expect(data.user.organizations).toEqual({ totalCount: 1, nodes: [{ organization: { id: ours.organization } }] });
    const rest = await api.rest('GET', `/users/${ours.user}/organizations`, administratorOf(ours));
    expect(visibleIds(rest, 'theirs')).toEqual([]);
    expect(rest.data.totalCount).toBe(1);
  });
});
