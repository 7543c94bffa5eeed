import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/domain/failure.ts';
import type { Permission } from '../../../src/vocabulary/permissions.ts';
import { actorWith } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';
import { until } from '../../support/until.ts';
import { everything, startApi } from '../api.ts';

let reads: number;
let isRevoked: boolean;
let held: Permission[];
const api = perFile(() =>
  startApi(() => ({
    authenticate: async () => {
      reads++;
      if (isRevoked) throw new Failure('UNAUTHENTICATED', 'The access token is revoked.');
      return actorWith(...held);
    },
  })),
);
beforeEach(() => {
  reads = 0;
  isRevoked = false;
  held = ['users:read', 'users:write'];
});

/** Takes away permissions after the first change of the next request, which then takes two seconds. */
function loseAfterFirstChange(...left: Permission[]): void {
  const unsubscribe = api.kernel.nudges.subscribe(() => {
    unsubscribe();
    held = left;
    api.kernel.advance(2);
  });
}
const create = (name: string, more = '') => `createUser(input: { name: "${name}" }) { user { id } ${more} }`;
const stored = (name: string) => api.kernel.database.prisma.user.count({ where: { name } });

describe('a caller who loses a permission during a document of several mutations', () => {
  it('is refused for the next mutation', async () => {
    loseAfterFirstChange('users:read');
    const { data, errors } = await api.call(`mutation { a: ${create('First')} b: ${create('Second')} }`);
    expect(data).toMatchObject({ a: { user: {} }, b: null });
    expect(errors.map(({ path, extensions: { code } }) => [path, code])).toEqual([[['b'], 'FORBIDDEN']]);
    expect([await stored('First'), await stored('Second')]).toEqual([1, 0]);
  });

  it('can no longer read in the payload of the next one', async () => {
    loseAfterFirstChange('users:write');
    const query = 'query { users { totalCount } }';
    const { data, errors } = await api.call(`mutation { a: ${create('Third')} b: ${create('Fourth', query)} }`);
    expect(data.b).toMatchObject({ user: { id: expect.any(String) }, query: { users: null } });
    expect(errors.map(({ extensions: { code } }) => code)).toEqual(['FORBIDDEN']);
  });

  it('is authenticated once if it takes less than a second', async () => {
    await api.ask(`mutation { a: ${create('Fifth')} b: ${create('Sixth', 'query { users { totalCount } }')} }`);
    expect(reads).toBe(1);
  });
});

it('a caller whose token is revoked while its body arrives is refused', async () => {
  const headers = { authorization: `Bearer ${everything}`, 'content-type': 'application/json' };
  const request = httpRequest(api.url, { method: 'POST', headers });
  const responded = once(request, 'response') as Promise<[IncomingMessage]>;
  const body = JSON.stringify({ query: `mutation { ${create('Late')} }` });
  request.write(body.slice(0, 10));
  await until(() => reads === 1);
  isRevoked = true;
  api.kernel.advance(2);
  request.end(body.slice(10));
  const [response] = await responded;
  expect(response.statusCode).toBe(401);
  expect(await json(response)).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  expect(await stored('Late')).toBe(0);
});
