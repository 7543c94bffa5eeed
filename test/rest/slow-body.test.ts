import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { Failure } from '../../src/domain/failure.ts';
import { actorWith } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { until } from '../support/until.ts';
import { startRest } from './api.ts';

let reads = 0;
let isRevoked = false;
const rest = perFile(() =>
  startRest(() => ({
    authenticate: async () => {
      reads++;
      if (isRevoked) throw new Failure('UNAUTHENTICATED', 'The access token is revoked.');
      return actorWith('users:write');
    },
  })),
);

it('a caller whose token is revoked while its body arrives is refused', async () => {
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
  const request = httpRequest(`${rest.url}/users`, { method: 'POST', headers });
  const responded = once(request, 'response') as Promise<[IncomingMessage]>;
  request.write('{"name":');
  await until(() => reads === 1);
  isRevoked = true;
  rest.kernel.advance(2);
  request.end('"Late"}');
  const [response] = await responded;
  expect(response.statusCode).toBe(401);
  expect(response.headers['www-authenticate']).toContain('invalid_token');
  expect(await json(response)).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await rest.kernel.database.prisma.user.count()).toBe(0);
});
