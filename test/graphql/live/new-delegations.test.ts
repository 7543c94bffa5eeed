import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDelegationStarter } from '../../../src/app/delegation-starts.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { type LiveClient, openLiveClient } from '../../support/browsers/live-client.ts';
import { addApplication } from '../../support/issuer.ts';
import { type Api, type Data, startApi, tokenFor } from '../api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const clients: LiveClient[] = [];
afterEach(() => Promise.all(clients.splice(0).map(async ({ client }) => client.dispose())));
const watch = (after?: string, token = tokenFor(['exchanges:read'])) => {
  const client = openLiveClient(api, token);
  clients.push(client);
  const query = `subscription ($after: String) { newDelegations(after: $after) {
    __typename
    ... on CaughtUp { cursor }
    ... on NewDelegationMessage {
      cursor
      delegation { applicationId subjectApplicationId actorIds subjectResource apiResourceId startedAt }
    }
  } }`;
  return client.watch(query, { after });
};

const at = new Date('2026-11-20T10:00:00.000Z');
const names = { subjectApplicationId: 'app_shop', subjectResource: '', apiResourceId: 'res_orders', firstAt: at };

/** An application gets its first token over a path. Returns the application. */
async function start(): Promise<string> {
  const { database, execute } = api.kernel;
  const { id: applicationId } = await addApplication(database.prisma, 'MACHINE_TO_MACHINE');
  const { id } = await database.prisma.delegation.create({ data: { ...names, applicationId, chain: 'app_before' } });
  const logger = { warn: (fields: object) => expect.fail(JSON.stringify(fields)) };
  await createDelegationStarter({ execute, ids, logger: logger as never })(id, at);
  return applicationId;
}

const sent = (messages: Data[]) => messages.map(({ newDelegations }) => newDelegations);

describe('subscription { newDelegations }', () => {
  it('sends a delegation when it starts, to callers who may read exchanges and no events', async () => {
    const live = watch();
    await live.until(1);
    expect(sent(live.messages)).toMatchObject([{ __typename: 'CaughtUp' }]);
    const applicationId = await start();
    await live.until(2);
    expect(sent(live.messages)[1]).toEqual({
      __typename: 'NewDelegationMessage',
      cursor: expect.any(String),
      delegation: {
        applicationId,
        subjectApplicationId: 'app_shop',
        actorIds: [applicationId, 'app_before'],
        subjectResource: null,
        apiResourceId: 'res_orders',
        startedAt: at.toISOString(),
      },
    });
  });

  it('resumes after a cursor, without gaps or repetitions, and has no other events', async () => {
    const first = watch();
    await first.until(1);
    await start();
    await first.until(2);
    first.stop();
    await api.ask('mutation { createRole(input: { name: "Between" }) { role { id } } }');
    const missed = await start();
    const second = watch(sent(first.messages)[1].cursor);
    await second.until(2);
    expect(sent(second.messages)).toMatchObject([
      { delegation: { applicationId: missed } },
      { __typename: 'CaughtUp' },
    ]);
  });

  it('is refused without the permission', async () => {
    const live = watch(undefined, tokenFor(['events:read']));
    await live.end();
    expect(JSON.stringify(live.messages)).toContain('FORBIDDEN');
  });
});
