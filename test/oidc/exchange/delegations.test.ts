import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startDelegations } from '../../../src/app/delegation-starts.ts';
import { addExchanges, sumUp } from '../../support/exchanges/exchange-rows.ts';
import { sendTokenRequest } from '../../support/exchanges/token-requests.ts';
import { startFixture } from './fixture.ts';
import { ledgerRows, writeLedger } from './ledger/ledger-rows.ts';

const fixture = await startFixture();
afterAll(() => fixture[Symbol.asyncDispose]());

const { endpoint, records } = fixture;
const { services } = endpoint.app;
const { prisma, pool } = services.database;
const type = 'Application.Delegation.Started';

/** The events of started delegations, the oldest first. */
async function started() {
  await writeLedger(fixture);
  return prisma.event.findMany({ where: { type }, orderBy: { sequence: 'asc' } });
}
const send = (changed = {}, path: 'on' | 'off' = 'on') => sendTokenRequest(endpoint[path], fixture.ask(changed));

beforeEach(async () => {
  await ledgerRows(fixture);
  await prisma.event.deleteMany({ where: { type } });
});

describe('the first token over a delegation', () => {
  test('is an event, and later ones are none', async () => {
    await send({ scope: 'orders:delete' });
    expect(await started()).toEqual([]);
    await Promise.all([send(), send(), send({}, 'off'), send({}, 'off')]);
    await send();
    const events = await started();
    expect(events).toMatchObject([
      {
        subjectKind: 'application',
        subjectId: records.backend.id,
        actor: { kind: 'platform' },
        cause: { operation: 'startDelegation', channel: 'platform' },
        data: {
          application: { id: records.backend.id },
          subjectApplicationId: records.shop.id,
          actorIds: [records.backend.id],
          subjectResource: 'https://orders.example/api',
          apiResourceId: records.orders.id,
          startedAt: expect.any(String),
        },
      },
    ]);
    const { startedAt } = await prisma.delegation.findFirstOrThrow({ where: { startedAt: { not: null } } });
    expect(events[0]?.data).toMatchObject({ startedAt: startedAt?.toISOString() });
  });

  test('is an event of its own for each path', async () => {
    const { json } = await send({ scope: 'orders:list' });
    const request = fixture.askAs(records.secondBackend, { subject_token: json.access_token, scope: undefined });
    await sendTokenRequest(endpoint.on, request);
    expect((await started()).map(({ data }) => data)).toMatchObject([
      { actorIds: [records.secondBackend.id, records.backend.id], subjectApplicationId: records.backend.id },
    ]);
  });

  test('has its event from maintenance if the process was killed in between, once, and none if the application is gone', async () => {
    const at = new Date(endpoint.now() * 1000);
    const paths = { applicationId: records.backend.id, apiResourceId: records.orders.id };
    await addExchanges(services.database, [
      { ...paths, at, subjectApplicationId: records.shop.id, chain: 'app_lost' },
      {
        ...paths,
        at,
        subjectApplicationId: records.shop.id,
        chain: 'app_refused',
        granted: null,
        reason: 'NOT_A_MEMBER',
      },
      { ...paths, at, applicationId: 'app_gone', chain: 'app_lost' },
    ]);
    await sumUp(services.database);
    const start = () => startDelegations(services.database, services);
    await Promise.all([start(), start(), start()]);
    await start();
    expect((await started()).map(({ data }) => data)).toMatchObject([
      { actorIds: [records.backend.id, 'app_lost'], startedAt: at.toISOString() },
    ]);
    const { rowCount } = await pool.query('SELECT FROM delegations WHERE started_at IS NULL');
    expect(rowCount).toBe(2);
  });
});
