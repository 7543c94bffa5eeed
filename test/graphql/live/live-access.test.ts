import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/domain/failure.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { actorWith } from '../../support/kernel.ts';
import { type Api, startApi, tokenFor } from '../api.ts';
import { openReady } from './raw-sockets.ts';
import { until } from '../../support/until.ts';

/** Tokens that are no longer accepted. */
const revoked = new Set<string>();
/** Pending token checks, in order, which the test resolves. */
const pending: ((answer: Promise<Actor>) => void)[] = [];
let isHolding = false;

let api: Api;
beforeAll(async () => {
  api = await startApi((kernel, authenticate) => ({
    // As without Redis when another process made the change.
    nudges: { ...kernel.nudges, subscribe: () => () => undefined },
    authenticate: async (header): Promise<Actor> => {
      if (isHolding) return new Promise((resolve) => void pending.push(resolve));
      if (revoked.has(header ?? '')) throw new Failure('UNAUTHENTICATED', 'The access token is revoked.');
      return authenticate(header);
    },
  }));
});
afterAll(() => api[Symbol.asyncDispose]());
beforeEach(() => {
  isHolding = false;
  pending.length = 0;
});

const mutation = 'mutation { createUser(input: { name: "Later" }) { user { id } } }';

describe('a query or mutation over a socket', () => {
  it('closes the socket with 4403 and does not run once the token is no longer accepted', async () => {
    const token = tokenFor(['users:read', 'users:write'], 'user_01h455vb4pex5vsknk084sn02s');
    const { closed, send, messages } = await openReady(api, token);
    revoked.add(`Bearer ${token}`);
    send({ type: 'subscribe', id: '1', payload: { query: mutation } });
    expect(await closed).toEqual([4403, 'The access token is revoked.']);
    expect(messages).toEqual([{ type: 'connection_ack' }]);
    const { users } = await api.ask('{ users(search: "Later") { totalCount } }');
    expect(users.totalCount).toBe(0);
  });
});

describe('a connected caller', () => {
  it('is checked again soon after a change of permissions, even without a notification', async () => {
    const token = tokenFor(['events:read'], 'user_01h455vb4pex5vsknk084sn02v');
    const { closed, socket } = await openReady(api, token);
    expect(socket.readyState).toBe(socket.OPEN);
    revoked.add(`Bearer ${token}`);
    await api.ask('mutation { createUser(input: { name: "Anybody" }) { user { id } } }');
    expect(await closed).toEqual([4403, 'The access token is revoked.']);
  });
});

describe('token checks', () => {
  it('run one after the other, so that an older result never replaces a newer one', async () => {
    const token = tokenFor(['users:read'], 'user_01h455vb4pex5vsknk084sn02t');
    const { messages, send } = await openReady(api, token);
    isHolding = true;
    const query = { query: '{ viewer { permissions } }' };
    send({ type: 'subscribe', id: 'first', payload: query });
    await until(() => pending.length === 1);
    send({ type: 'subscribe', id: 'second', payload: query });
    send({ type: 'ping' });
    await until(() => messages.some(({ type }) => type === 'pong'));
    expect(pending).toHaveLength(1);
    pending[0]?.(Promise.resolve(actorWith('users:read')));
    await until(() => pending.length === 2);
    pending[1]?.(Promise.resolve(actorWith('roles:read')));
    await until(() => messages.filter(({ type }) => type === 'complete').length === 2);
    const permissions = messages
      .filter(({ type }) => type === 'next')
      .map(({ payload }) => payload.data.viewer.permissions);
    expect(permissions).toEqual([['USERS_READ'], ['ROLES_READ']]);
  });
});
