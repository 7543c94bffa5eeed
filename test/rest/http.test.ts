import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { perFile } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';
import { everything, refusal, startRest } from './api.ts';

const rest = perFile(startRest);

describe('an address', () => {
  it.each(['GET /nothing', 'POST /users/', 'GET /', 'GET ', 'DELETE /users/x/y/z', 'POST //users', 'OPTIONS /nothing'])(
    'an address that does not exist is a 404 problem: %s',
    async (target) => {
      const answer = await rest.send(target);
      expect(refusal(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    },
  );

  it('an address without the method is a 405 that lists the methods it has', async () => {
    const answer = await rest.send('PUT /users', { token: null });
    expect(refusal(answer)).toMatchObject({ status: 405, code: 'BAD_USER_INPUT' });
    expect(answer.headers.get('allow')?.split(', ')).toContain('POST');
    const { status, headers, text } = await rest.send('OPTIONS /roles/x/scopes/y', { token: null });
    expect([status, headers.get('allow'), text]).toEqual([204, 'DELETE, OPTIONS', '']);
  });

  it('an address with malformed percent-encoding is a 400 that names the parameter', async () => {
    expect(refusal(await rest.send('DELETE /users/%zz'))).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      paths: ['userId'],
    });
  });
});

describe('a caller', () => {
  const metadata = 'resource_metadata="https://id.example.com/.well-known/oauth-protected-resource/api"';

  it('a caller without a token gets 401 before anything else of the request is checked', async () => {
    const answer = await rest.send('POST /users', { body: '{', token: null });
    expect(refusal(answer)).toEqual({ status: 401, code: 'UNAUTHENTICATED', paths: [] });
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer ${metadata}`);
  });

  it('a caller whose token is not accepted gets a response before the body is sent', async () => {
    for (const headers of [{}, { authorization: 'Basic eDp5' }]) {
      const target = request(`${rest.url}/users`, {
        method: 'POST',
        headers: { ...headers, 'content-length': 900_000 },
      });
      target.flushHeaders();
      const [answer] = (await once(target, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(401);
      target.on('error', () => undefined).destroy();
    }
  });

  it('a caller whose token is not accepted gets 401 with the error', async () => {
    const answer = await rest.send('POST /users', { body: {}, token: null, headers: { authorization: 'Basic eDp5' } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${metadata}`);
  });
});

describe('a body', () => {
  const post = (body: string | undefined, headers: Record<string, string> = {}) =>
    rest.send('POST /roles', { headers, ...(body !== undefined && { body }) });

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json; charset=latin1', 415],
    ['application/jsonp', 415],
    ['application/json', 201],
    ['Application/JSON; Charset="UTF-8"', 201],
  ])('a body of the type %s gets %i', async (type, status) => {
    const answer = await post(JSON.stringify({ name: `Typed ${type}` }), { 'content-type': type });
    expect(answer.status).toBe(status);
    if (status === 415) expect(answer.headers.get('accept')).toBe('application/json');
  });

  it('the body of PATCH can be a merge patch (RFC 7396), which removes what is null; the types are in Accept-Patch', async () => {
    const types = 'application/json, application/merge-patch+json';
    const created = await rest.send('POST /users', { body: { name: 'Ada', profile: { nickname: 'A', locale: 'en' } } });
    const path = `/users/${created.json.id}`;
    const patch = (type: string) =>
      rest.send(`PATCH ${path}`, {
        body: { name: null, profile: { nickname: null } },
        headers: { 'content-type': type },
      });
    const refused = await patch('application/json-patch+json');
    const { headers } = refused;
    expect([refused.status, headers.get('accept'), headers.get('accept-patch')]).toEqual([415, types, types]);
    const patched = await patch('application/merge-patch+json; charset=utf-8');
    expect([patched.status, patched.json]).toMatchObject([200, { name: null, profile: { locale: 'en' } }]);
    expect(patched.json.profile.nickname).toBeUndefined();
    expect((await rest.send(`OPTIONS ${path}`)).headers.get('accept-patch')).toBe(types);
    expect((await rest.send('OPTIONS /users')).headers.get('accept-patch')).toBeNull();
  });

  it('the body of another method cannot be a merge patch', async () => {
    const answer = await post('{"name":"Patch"}', { 'content-type': 'application/merge-patch+json' });
    const accepted = ['accept', 'accept-patch'].map((name) => answer.headers.get(name));
    expect([answer.status, ...accepted]).toEqual([415, 'application/json', null]);
  });

  it.each(['{', 'nothing', '{"name":"a"}x', "{'name':1}", '{"name":"a",}', '{}\ufeff', '{"name":"a\nb"}', 'NaN'])(
    'a body that is not JSON is a 400: %j',
    async (body) => {
      expect(refusal(await post(body))).toEqual({ status: 400, code: 'BAD_USER_INPUT', paths: [''] });
    },
  );

  it('can begin with a byte order mark', async () => {
    const answer = await post('\ufeff{"name":"Marked"}');
    expect([answer.status, answer.json.name]).toEqual([201, 'Marked']);
  });

  it('a body that is not UTF-8 is a 400: no byte is replaced', async () => {
    const status = await new Promise((resolve) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${everything}`,
      };
      const sent = request(`${rest.url}/roles`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.end(Buffer.from('7b226e616d65223a22ff227d', 'hex'));
    });
    expect(status).toBe(400);
  });

  it.each(['[]', '"a"', 'null', '1', 'true'])('a body that is not an object is a 422: %s', async (body) => {
    expect(refusal(await post(body))).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: [''] });
  });

  it('has at most 1 MiB; more is a 413, in JSON', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(10_000_000) }));
    expect(refusal(answer)).toEqual({ status: 413, code: 'BAD_USER_INPUT', paths: [''] });
  });

  it('can be omitted if it has no required fields', async () => {
    expect((await rest.send('POST /signing-keys')).status).toBe(201);
    expect(refusal(await post(undefined))).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: ['name'] });
  });
});

describe('a query string', () => {
  it.each(['dryRun=true', 'dryRun=', 'access_token=x'])('an invalid parameter is refused: %s', async (query) => {
    const answer = await rest.send(`POST /roles?${query}`, { body: { name: 'Unknown' } });
    expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: [query.split('=')[0]] });
    expect(await rest.kernel.database.prisma.role.count({ where: { name: 'Unknown' } })).toBe(0);
  });
});

describe('an internal error', () => {
  it('is logged, and the response has only the reference to the log entry', async () => {
    const secret = 'connection to db.internal refused';
    await using broken = await startRest(() => ({ execute: () => Promise.reject(new Error(secret)) }));
    const answer = await broken.send('POST /roles', { body: { name: 'x' } });
    expect(refusal(answer)).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
    expect(answer.text).not.toContain(secret);
    expect(answer.json.reference).toBe(answer.headers.get('x-request-id'));
    expect(broken.logged.join('')).toContain(secret);
    expect(broken.logged.join('')).toContain(answer.json.reference);
  });

  it('is not caused by a client that disconnects while it sends its body', async () => {
    const { user } = await makeRecords(rest.kernel);
    await new Promise<void>((resolve) => {
      const headers = { 'content-type': 'application/json', 'content-length': '1000' };
      const sent = request(`${rest.url}/users/${user}`, { method: 'PATCH', headers });
      sent.on('error', () => resolve());
      sent.write('{"name":', () => sent.destroy(new Error('gone')));
    });
    expect((await rest.send('POST /signing-keys')).status).toBe(201);
    expect(rest.logged).toEqual([]);
  });
});
