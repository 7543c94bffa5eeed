import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { addApplication, startIssuer } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { basic } from '../support/exchanges/token-requests.ts';

const issuer = perFile(startIssuer);
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const lines = 'application/x-ndjson';

async function send(path: string, type: string, headers: Record<string, string>, body: Buffer<ArrayBuffer> | '') {
  const sent = { method: 'POST', headers: { 'content-type': type, ...headers }, body };
  const response = await fetch(issuer.url + path, { ...sent, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const places: [string, string][] = [
  ['/api/roles', json],
  ['/api/users/import', lines],
  ['/api/dry-run/users/import', lines],
  ['/graphql', json],
  ['/oidc/token', form],
  ['/oidc/token/introspection', form],
  ['/oidc/request', form],
  ['/sign-in/x', form],
  ['/link/x', form],
  ['/nowhere', json],
];

describe('a body with a content coding', () => {
  it.each(places)('is refused at %s, wherever it would be read', async (path, type) => {
    for (const coding of ['gzip', 'br', 'identity, gzip', 'x']) {
      const { status, headers, text } = await send(path, type, { 'content-encoding': coding }, gzipSync('{}'));
      expect([status, headers.get('accept-encoding')]).toEqual([415, 'identity']);
      expect(JSON.parse(text)).toEqual({
        type: 'about:blank',
        title: 'Unsupported Media Type',
        status: 415,
        code: 'BAD_USER_INPUT',
        detail: 'The body must not be compressed.',
      });
    }
  });

  it('is accepted if the coding is none, or there is no body', async () => {
    const client = await addApplication(issuer.database.prisma, 'MACHINE_TO_MACHINE');
    const authorization = basic(client);
    const body = Buffer.from('grant_type=client_credentials');
    expect(await send('/oidc/token', form, { authorization, 'content-encoding': 'Identity' }, body)).toMatchObject({
      status: 200,
    });
    expect(await send('/api/roles', json, { 'content-encoding': 'gzip' }, '')).toMatchObject({ status: 401 });
  });
});
