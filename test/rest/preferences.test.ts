import { beforeAll, expect, test } from 'vitest';
import { perFile } from '../support/per-file.ts';
import { admin, refusal, startRest, tokenFor } from './api.ts';

const rest = perFile(startRest);
beforeAll(async () => {
  await rest.kernel.database.prisma.user.create({ data: { id: admin, username: 'ada' } });
});

test('the preferences of the caller are read and changed at /me/preferences, at the version of their entity tag', async () => {
  const first = await rest.send('GET /me/preferences');
  expect([first.status, first.json]).toEqual([200, { document: {}, version: 1 }]);
  const ifMatch = (answer: typeof first) => ({ 'if-match': answer.headers.get('etag') ?? '' });
  const change = (document: object, headers: Record<string, string>) =>
    rest.send('PATCH /me/preferences', { body: { document }, headers });
  const changed = await change({ density: 'compact' }, ifMatch(first));
  expect([changed.status, changed.json]).toEqual([200, { document: { density: 'compact' }, version: 2 }]);
  expect(refusal(await change({ density: 'wide' }, ifMatch(first)))).toMatchObject({ status: 412 });
  const second = await rest.send('GET /me/preferences');
  expect(second.headers.get('etag')).toBe(changed.headers.get('etag'));
  expect((await change({ density: 'wide' }, ifMatch(second))).json.version).toBe(3);
});

test('an answer that the client has is not sent again', async () => {
  const { headers } = await rest.send('GET /me/preferences');
  const again = await rest.send('GET /me/preferences', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

test('a dry run returns the preferences as they would be, and stores nothing', async () => {
  const before = (await rest.send('GET /me/preferences')).json;
  const { json } = await rest.send('PATCH /dry-run/me/preferences', { body: { document: { language: 'de' } } });
  expect(json.result.version).toBe(before.version + 1);
  expect((await rest.send('GET /me/preferences')).json).toEqual(before);
});

test('a user without any permission can read them, and change none', async () => {
  const token = tokenFor([]);
  expect((await rest.send('GET /me/preferences', { token })).status).toBe(200);
  const answer = await rest.send('PATCH /me/preferences', { token, body: { document: { a: 1 } } });
  expect(refusal(answer)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
});
