import { beforeAll, describe, expect, it } from 'vitest';
import { lists } from '../../../src/reads/index.ts';
import { perFile } from '../../support/per-file.ts';
import { codesOf, problemPaths, startApi } from '../api.ts';
import { fill, type Filled } from '../inputs/fill.ts';
import { fillAround } from '../inputs/fill-around.ts';
import { makeOneSpecial } from '../inputs/one-special.ts';
import { accessFilters, type Cases, type Matches } from './access-filters.ts';
import { queryFields, recordOf } from '../live/selections.ts';

const api = perFile(startApi);
let there: Filled;
beforeAll(async () => {
  there = await fill(api, 4);
  await fillAround(api, there);
  Object.assign(special, await makeOneSpecial(api, there));
});

/** Ids that the table refers to before they are known. */
const special = { webhook: '', event: '', connector: '', identityProvider: '', resource: '' };

const id = (kind: keyof Filled) => (): unknown => there[kind][1];
const before = '2001-01-01T00:00:00.001Z';
const created = { createdAfter: ['2001-01-02T00:00:00Z', 'others'], createdBefore: [before, 'second'] } as const;
const states = { isEnabled: [true, 'second'], isFailing: [true, 'second'] } as const;
/** A value for each field of each filter, and which of the four records match. A missing field fails the first test. */
const cases: Record<string, Cases> = {
  users: {
    ids: [() => [there.users[1]], 'second'],
    email: ['ADA@example.com', 'second'],
    emailDomain: ['EXAMPLE.com', 'all'],
    not: [{ email: 'ada@example.com', hasPassword: null }, 'others'],
    anyOf: [[{ email: 'ada@example.com' }, { username: 'unknown' }], 'second'],
    username: ['Ada ', 'second'],
    phone: ['+4930901820', 'second'],
    isSuspended: [false, 'others'],
    isDeletionDue: [true, 'second'],
    hasPassword: [true, 'second'],
    hasVerifiedEmail: [true, 'second'],
    hasVerifiedPhone: [false, 'others'],
    roleId: [id('roles'), 'second'],
    organizationId: [id('organizations'), 'second'],
    lastSignInAfter: ['2002-02-02T00:00:00Z', 'second'],
    lastSignInBefore: ['2002-02-02T00:00:00Z', 'none'],
    ...created,
  },
  ...accessFilters({ id, there: () => there, resource: () => special.resource, created }),
  organizations: { userId: [id('users'), 'second'], applicationId: [id('applications'), 'second'], ...created },
  organizationMembers: {
    organizationId: [id('organizations'), 'second'],
    userId: [id('users'), 'second'],
    organizationRoleId: [id('organizationRoles'), 'second'],
  },
  organizationApplications: {
    organizationId: [id('organizations'), 'second'],
    applicationId: [id('applications'), 'second'],
    organizationRoleId: [id('organizationRoles'), 'second'],
  },
  organizationDomains: {
    organizationId: [id('organizations'), 'second'],
    domain: ['Domain1.example', 'second'],
    organizationRoleId: [id('organizationRoles'), 'second'],
  },
  organizationRoles: {
    organizationScopeId: [id('organizationScopes'), 'second'],
    scopeId: [id('scopes'), 'second'],
  },
  organizationScopes: {
    organizationRoleId: [id('organizationRoles'), 'second'],
    notInOrganizationRoleId: [id('organizationRoles'), 'others'],
  },
  organizationInvitations: {
    organizationId: [id('organizations'), 'second'],
    status: ['PENDING', 'second'],
    inviteeEmail: ['ADA@example.com', 'second'],
    inviterId: [id('users'), 'second'],
    ...created,
  },
  events: {
    types: [['ROLE_CREATED'], 'second'],
    subjectId: [id('users'), 'second'],
    organizationId: [id('organizations'), 'second'],
    actorId: [() => there.users[0], 'second'],
    excludeActorId: [() => there.users[0], 'others'],
    applicationId: [() => there.applications[0], 'second'],
    actorKinds: [['USER'], 'second'],
    channels: [['REST'], 'second'],
    operation: ['createRole', 'second'],
    requestId: ['req_special', 'second'],
    traceId: ['4bf92f3577b34da6a3ce929d0e0e4736', 'second'],
    families: [['MUTATION'], 'all'],
    subjectKinds: [['ROLE'], 'second'],
    since: ['2001-01-02T00:00:00Z', 'others'],
    until: [before, 'second'],
  },
  signingKeys: { isPublished: [false, 'second'] },
  connectors: { kind: ['EMAIL', 'second'], ...states, ...created },
  identityProviders: { preset: ['GITHUB', 'second'], domain: ['Second.EXAMPLE', 'second'], ...states, ...created },
  identityProviderOrganizations: {
    organizationId: [id('organizations'), 'second'],
    identityProviderId: [() => special.identityProvider, 'second'],
    organizationRoleId: [id('organizationRoles'), 'second'],
  },
  signInAttempts: {
    reference: ['7kq2-m9xa', 'second'],
    userId: [id('users'), 'second'],
    applicationId: [id('applications'), 'second'],
    purpose: ['RESET', 'second'],
    state: ['OPEN', 'others'],
    wasRefused: [true, 'all'],
    createdAfter: ['2001-01-02T00:00:00Z', 'all'],
    createdBefore: ['2001-01-02T00:00:00Z', 'none'],
  },
  messages: {
    channel: ['SMS', 'second'],
    template: ['RESET_CODE', 'second'],
    state: ['FAILED', 'second'],
    recipient: ['ADA@example.com', 'second'],
    connectorId: [() => special.connector, 'second'],
    ...created,
  },
  signInExperiences: created,
  jobs: { operation: ['DELETE_USER', 'second'], state: ['FAILED', 'second'], ...created },
  oneTimeTokens: {
    userId: [id('users'), 'second'],
    email: ['ADA@example.com', 'second'],
    isUsed: [true, 'second'],
    isRevoked: [true, 'third'],
    ...created,
  },
  webhookDeliveries: {
    webhookId: [() => special.webhook, 'second'],
    status: ['FAILED', 'second'],
    eventTypes: [['ROLE_CREATED'], 'second'],
    eventId: [() => special.event, 'second'],
    isRedelivery: [true, 'second'],
    subjectId: [id('users'), 'second'],
    failure: ['TIMEOUT', 'third'],
    httpStatus: [503, 'second'],
    ...created,
  },
  webhooks: { isEnabled: [false, 'second'], isFailing: [false, 'others'], ...created },
};

const typeOf = (name: string): string => {
  const field = queryFields.find((one) => one.name === name);
  if (!field) throw new Error(`no field ${name}`);
  return recordOf(field).name;
};
const queryOf = (name: string) =>
  `query ($filter: ${typeOf(name)}Filter) { ${name}(filter: $filter) { totalCount edges { cursor } } }`;
const ask = async (name: string, filter: object | null) =>
  (await api.ask(queryOf(name), { filter }))[name] as { totalCount: number; edges: { cursor: string }[] };

const pick: Record<Matches, (all: { cursor: string }[]) => unknown[]> = {
  second: (all) => all.slice(1, 2),
  third: (all) => all.slice(2, 3),
  others: (all) => all.filter((_, index) => index !== 1),
  none: () => [],
  all: (all) => all,
};
const valueOf = (given: unknown): unknown => (typeof given === 'function' ? given() : given);

describe('a filter', () => {
  it('has every field in the table of this test', () => {
    const fields = (of: [string, object][]) =>
      of.flatMap(([name, filter]) => Object.keys(filter).map((field) => `${name}.${field}`));
    expect(fields(lists.map(({ name, filter }) => [name, filter.shape])).sort()).toEqual(
      fields(Object.entries(cases)).sort(),
    );
  });

  it.each(
    Object.entries(cases).flatMap(([name, fields]) =>
      Object.entries(fields).map(([field, one]) => [name, field, one] as const),
    ),
  )(
    'the list %s with a filter by %s has the expected records, and the total counts them',
    async (name, field, [given, found]) => {
      const all = (await ask(name, null)).edges;
      const expected = pick[found](all);
      expect(await ask(name, { [field]: valueOf(given) })).toEqual({ totalCount: expected.length, edges: expected });
      // GraphQL treats null like a missing field.
      expect((await ask(name, { [field]: null })).edges).toEqual(all);
    },
  );

  it('combines its fields with each other and with a search', async () => {
    const [email, roleId] = ['ada@example.com', there.roles[1]];
    expect((await ask('users', { email, roleId })).totalCount).toBe(1);
    expect((await ask('users', { email, roleId: there.roles[0] })).totalCount).toBe(0);
    const both = 'query ($filter: UserFilter) { users(search: "ada", filter: $filter) { totalCount } }';
    expect((await api.ask(both, { filter: { isSuspended: true } })).users.totalCount).toBe(1);
    expect((await api.ask(both, { filter: { isSuspended: false } })).users.totalCount).toBe(0);
  });

  it('the exclusion of users does not exclude those without a value', async () => {
    const all = (await ask('users', null)).edges;
    const values = { username: 'ada', phone: '+4930901820', lastSignInAfter: '2002-02-02T00:00:00Z' };
    for (const [field, value] of Object.entries(values)) {
      expect([field, (await ask('users', { not: { [field]: value } })).edges]).toEqual([field, pick.others(all)]);
    }
    expect((await ask('users', { not: { lastSignInBefore: '2002-02-02T00:00:00Z' } })).totalCount).toBe(all.length);
    expect((await ask('users', { not: { emailDomain: 'other.example' } })).totalCount).toBe(all.length);
  });

  it('the domain of an email address does not match its subdomains, and a search does not match its beginning', async () => {
    const count = async (given: Record<string, unknown>) =>
      (await api.ask('query ($f: UserFilter, $s: String) { users(filter: $f, search: $s) { totalCount } }', given))
        .users.totalCount;
    expect(await count({ f: { emailDomain: 'ample.com' } })).toBe(0);
    expect(await count({ s: '@EXAM' })).toBe(4);
    expect(await count({ s: '@ample' })).toBe(0);
    expect(await count({ s: '@example.com', f: { not: { emailDomain: 'example.com' } } })).toBe(0);
  });

  it('treats an invitation as expired once its time is over, whatever status is stored', async () => {
    const all = (await ask('organizationInvitations', null)).edges;
    expect((await ask('organizationInvitations', { status: 'EXPIRED' })).edges).toEqual(pick.third(all));
    expect((await ask('organizationInvitations', { status: 'ACCEPTED' })).totalCount).toBe(2);
    expect((await ask('organizationInvitations', { status: 'REVOKED' })).totalCount).toBe(0);
  });

  const ids = lists.flatMap(({ name, filter }) =>
    Object.keys(filter.shape)
      .filter((field) => field.endsWith('Id') && field !== 'subjectId')
      .filter((field) => name !== 'events' || field === 'organizationId')
      .map((field) => [name, field] as const),
  );
  it.each(ids)(
    'the list %s refuses an id of the wrong kind, and a string that is not an id, in %s',
    async (name, field) => {
      for (const value of [
        there.resource.replace('res_', 'key_'),
        'nonsense',
        '',
        `${there.users[1]} `,
        'user_\u00e9',
      ]) {
        const answer = await api.call(queryOf(name), { filter: { [field]: value } });
        expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], [`filter.${field}`]]);
      }
    },
  );

  it('matches nothing for an id that does not exist', async () => {
    expect((await ask('users', { roleId: 'role_01h455vb4pex5vsknk084sn02q' })).totalCount).toBe(0);
    expect((await ask('events', { subjectId: 'nonsense' })).totalCount).toBe(0);
  });

  it.each([
    ['users', { email: 'x'.repeat(600) }, 'filter.email'],
    ['users', { unknown: 1 }, 'filter.unknown'],
    ['users', { isSuspended: 'yes' }, 'filter.isSuspended'],
    ['users', { createdAfter: 'yesterday' }, 'filter.createdAfter'],
    ['users', { username: 'a\0' }, 'filter.username'],
    ['events', { types: ['NOTHING'] }, 'filter.types.0'],
    ['applications', { type: 'native' }, 'filter.type'],
    ['users', { ids: ['nonsense'] }, 'filter.ids.0'],
    ['users', { ids: Array(101).fill('user_01h455vb4pex5vsknk084sn02q') }, 'filter.ids'],
    ['users', { not: {} }, 'filter.not'],
    ['users', { not: { email: null } }, 'filter.not'],
    ['users', { not: { not: { email: 'x' } } }, 'filter.not.not'],
    ['users', { not: { roleId: 'nonsense' } }, 'filter.not.roleId'],
    ['users', { anyOf: [] }, 'filter.anyOf'],
    ['users', { anyOf: [{ email: 'x' }, {}] }, 'filter.anyOf.1'],
    ['users', { anyOf: Array.from({ length: 11 }, () => ({ email: 'x' })) }, 'filter.anyOf'],
  ])('the list %s refuses %o with its path', async (name, filter, path) => {
    const answer = await api.call(queryOf(name), { filter });
    expect([[...new Set(codesOf(answer))], problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], [path]]);
  });
});
