import { describe, expect, it } from 'vitest';
import { actorOfStarter } from '../../src/app/jobs/actor-of-starter.ts';
import { isSuspended } from '../../src/domain/oauth/application.ts';
import { requireSignsPeopleIn } from '../../src/domain/oauth/sign-in-trial.ts';
import type { Starter } from '../../src/domain/jobs.ts';
import { readReturnTo } from '../../src/experience/account/return-to.ts';
import { destinationsOf } from '../../src/experience/flow/destinations.ts';
import { isSuspendedAt, whereSuspended } from '../../src/store/access/suspended-applications.ts';
import { hasAccountOrigin, hasCorsOrigin } from '../../src/store/records/applications.ts';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { addApplication } from '../support/issuer.ts';
import { holder, startManagementApi } from '../support/management-api.ts';
import { perFile } from '../support/per-file.ts';

/** Everything for which it matters whether an application is suspended, beside the endpoints of the issuer. */
const api = perFile(startManagementApi);

/** Milliseconds from now; null: never. */
interface Lifetime {
  suspendedAt: number | null;
  expiresAt: number | null;
}
const active: Lifetime[] = [
  { suspendedAt: null, expiresAt: null },
  { suspendedAt: null, expiresAt: 1 },
];
const inactive: Lifetime[] = [
  { suspendedAt: -1, expiresAt: null },
  { suspendedAt: -1, expiresAt: 1 },
  { suspendedAt: null, expiresAt: 0 },
  { suspendedAt: null, expiresAt: -1 },
  { suspendedAt: -1, expiresAt: -1 },
];

const timeIn = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(api.kernel.now().getTime() + milliseconds);
let count = 0;

interface Added {
  id: string;
  origin: string;
}

async function addWith({ suspendedAt, expiresAt }: Lifetime, data: object = {}): Promise<Added> {
  const origin = `https://application-${++count}.example`;
  const addresses = { name: origin, redirectUris: [`${origin}/callback`], corsOrigins: [origin] };
  const lifetime = { suspendedAt: timeIn(suspendedAt), expiresAt: timeIn(expiresAt) };
  const { id } = await addApplication(api.kernel.database.prisma, 'TRADITIONAL_WEB', {
    ...addresses,
    ...lifetime,
    accountApiAllowed: true,
    ...data,
  });
  return { id, origin };
}

const ask = async (query: string, variables: object) =>
  (await api.graphql(query, holder(...permissionNames), { ...variables })).data;

function actorOf(starter: Partial<Starter>) {
  const applications = { applicationIds: [], applicationSessionEpochs: {} };
  const common = { kind: 'user', id: null, sessionEpoch: 0, sessionId: null } as const;
  const all: Starter = { ...common, permissions: [], organizations: [], ...applications, ...starter };
  const { database, now } = api.kernel;
  return actorOfStarter(database.prisma, all, { managementResource: 'urn:api', now: now() });
}

/** Whether each takes the application for one that is active. */
const consumers: Record<string, (application: Added) => Promise<boolean>> = {
  'the CORS origins of the APIs': ({ origin }) => hasCorsOrigin(api.kernel.database.prisma, origin, api.kernel.now()),
  'the CORS origins for its tokens': ({ id, origin }) =>
    hasCorsOrigin(api.kernel.database.prisma, origin, api.kernel.now(), id),
  'the CORS origins of the Account API': ({ origin }) =>
    hasAccountOrigin(api.kernel.database.prisma, origin, api.kernel.now()),
  async 'addresses to return to from the account pages'({ id, origin }) {
    const query: Record<string, string> = { client_id: id, return_to: `${origin}/callback` };
    const context = { req: { query: (name: string) => query[name] } };
    const { database, clock } = api.kernel;
    return (await readReturnTo(context as never, { database, clock })) !== undefined;
  },
  'where a person continues': async ({ id }) =>
    (await destinationsOf(api.kernel.database.prisma, id, api.kernel.now())).length > 0,
  'jobs that it started': async ({ id }) => (await actorOf({ kind: 'application', id })) !== undefined,
  'jobs that it started for a person': async ({ id }) =>
    (await actorOf({ id: api.ours.user, applicationIds: [id], applicationSessionEpochs: { [id]: 0 } })) !== undefined,
  async 'the filter isSuspended'({ id, origin }) {
    const query = `query ($search: String!, $isSuspended: Boolean!) {
      applications(search: $search, filter: { isSuspended: $isSuspended }) { nodes { id } }
    }`;
    const found = async (is: boolean) =>
      (await ask(query, { search: origin, isSuspended: is })).applications.nodes.some((one: Added) => one.id === id);
    const [isActive, isInactive] = [await found(false), await found(true)];
    expect(isActive).toBe(!isInactive);
    return isActive;
  },
  'Application.isSuspended': async ({ id }) =>
    !(await ask('query ($id: ID!) { application(id: $id) { isSuspended } }', { id })).application.isSuspended,
  async 'GET /applications/{id}'({ id }) {
    return !(await api.rest('GET', `/applications/${id}`, holder('applications:read'))).data.isSuspended;
  },
  async 'trials of a sign-in'({ id }) {
    const row = await api.kernel.database.prisma.application.findUniqueOrThrow({ where: { id } });
    try {
      requireSignsPeopleIn({ ...row, grantTypes: ['AUTHORIZATION_CODE'] }, api.kernel.now());
      return true;
    } catch (error) {
      expect((error as Error).message).toMatch(
        row.expiresAt && row.expiresAt <= api.kernel.now() ? /^The application has expired\.$/ : /reactivate it first/,
      );
      return false;
    }
  },
  async 'the explanation of a sign-in'({ id }) {
    const query = `query ($id: ID!) {
      explainSignIn(input: { identifier: "someone", applicationId: $id }) { isApplicationUsable }
    }`;
    return (await ask(query, { id })).explainSignIn.isApplicationUsable;
  },
};

it.each(Object.entries(consumers))(
  '%s: without applications that were suspended or have expired',
  async (_, isActive) => {
    for (const lifetime of active)
      expect([lifetime, await isActive(await addWith(lifetime))]).toEqual([lifetime, true]);
    for (const lifetime of inactive)
      expect([lifetime, await isActive(await addWith(lifetime))]).toEqual([lifetime, false]);
  },
);

it('conditions of statements, conditions of Prisma and the rule about a row agree', async () => {
  const { database, now } = api.kernel;
  const all: string[] = [];
  for (const lifetime of [...active, ...inactive]) all.push((await addWith(lifetime)).id);
  const rows = await database.prisma.application.findMany({ where: { id: { in: all } } });
  expect(rows.filter((row) => isSuspended(row, now()))).toHaveLength(inactive.length);
  const { rows: read } = await database.pool.query<{ id: string; is: boolean }>(
    `SELECT id, ${isSuspendedAt('applications', '$1')} AS is FROM applications WHERE id = ANY ($2)`,
    [now().toISOString(), all],
  );
  for (const row of rows) {
    const where = (is: boolean) => ({ where: { id: row.id, ...whereSuspended(is, now()) } });
    const is = isSuspended(row, now());
    expect(read.find(({ id }) => id === row.id)).toEqual({ id: row.id, is });
    expect(await database.prisma.application.count(where(true))).toBe(is ? 1 : 0);
    expect(await database.prisma.application.count(where(false))).toBe(is ? 0 : 1);
  }
});

describe('whether an application can exchange tokens', () => {
  const reasons = async ({ id }: Added) =>
    (await ask('query ($id: ID!) { application(id: $id) { tokenExchange { reasons } } }', { id })).application
      .tokenExchange.reasons;

  it('has the reason SUSPENDED if it was suspended or has expired, and OWNER_INACTIVE by its owner', async () => {
    const { prisma } = api.kernel.database;
    const { other: ownerId } = api.ours;
    const owners = [[], ['OWNER_INACTIVE']];
    for (const ofOwner of owners) {
      await prisma.user.update({ where: { id: ownerId }, data: { suspendedAt: ofOwner.length ? timeIn(0) : null } });
      const settings = { tokenExchangeAllowed: true, ownerId };
      for (const lifetime of active) expect(await reasons(await addWith(lifetime, settings))).toEqual(ofOwner);
      for (const lifetime of inactive)
        expect(await reasons(await addWith(lifetime, settings))).toEqual(['SUSPENDED', ...ofOwner]);
    }
    await prisma.user.delete({ where: { id: ownerId } });
    const [lifetime = { suspendedAt: null, expiresAt: null }] = active;
    expect(await reasons(await addWith(lifetime, { tokenExchangeAllowed: true, ownerId }))).toEqual(['OWNER_INACTIVE']);
  });
});
