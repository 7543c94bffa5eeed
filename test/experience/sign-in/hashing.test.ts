import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../../src/operations/users/create-user.ts';
import { platformActor } from '../../../src/kernel/actor.ts';
import { createHashProcesses } from '../../../src/platform/passwords/hash-processes.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { addUser } from '../../support/issuer.ts';
import { sharePages } from '../../support/browsers/pages.ts';
import { password } from '../../support/password.ts';
import { until } from '../../support/until.ts';

const hashProcesses = createHashProcesses();
const { issuer, web } = sharePages({ environment: { TRUSTED_PROXIES: '1' }, hashProcesses });
let user: Awaited<ReturnType<typeof addUser>>;

beforeAll(async () => {
  user = await addUser(issuer.database.prisma);
});

/** A browser on a sign-in page of its own. */
async function onThePage() {
  const visitor = new Visitor();
  const step = await visitor.follow((await web.start()).url, issuer.publicUrl);
  if ('left' in step) throw new Error('there was no page');
  return {
    uid: new URL(step.url).pathname.split('/').at(-1) ?? '',
    send: (identifier: string | null, secret: string) =>
      visitor.post(step.url, { identifier: identifier ?? '', password: secret, answer: 'yes' }),
    /** Sends the form without waiting for the response. */
    sendOnly(identifier: string, secret: string, forwardedFor?: string): ClientRequest {
      const cookie = visitor.cookies().map((pair) => pair.join('='));
      const headers = {
        cookie: cookie.join('; '),
        'content-type': 'application/x-www-form-urlencoded',
        ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
      };
      const sent = request(step.url, { method: 'POST', headers }).on('error', () => undefined);
      sent.end(new URLSearchParams({ identifier, password: secret, answer: 'yes' }).toString());
      return sent;
    },
  };
}

/** Keeps every hashing thread busy until it is called. */
function occupyThreads(): () => void {
  const gate = Promise.withResolvers<void>();
  for (let thread = 0; thread < availableParallelism(); thread++) {
    const { signal } = new AbortController();
    const place = issuer.passwords.enter({
      address: '192.0.2.9',
      page: `thread ${thread}`,
      account: `thread ${thread}`,
      signal,
    });
    void place?.run(() => gate.promise).finally(() => place.leave());
  }
  return gate.resolve;
}

/** The number of free slots of a page. */
function freeSlots(page: string): number {
  const claim = { address: '192.0.2.9', page, account: page, signal: new AbortController().signal };
  const taken = Array.from({ length: 5 }, () => issuer.passwords.enter(claim)).filter((place) => place !== undefined);
  for (const place of taken) place.leave();
  return taken.length;
}

describe('the hashing queue', () => {
  test('has five slots per sign-in page: one more form gets a 503 with the typed values, except for the password', async () => {
    const release = occupyThreads();
    const [guesser, person] = [await onThePage(), await onThePage()];
    const guesses = Array.from({ length: 5 }, (_, index) => guesser.sendOnly('ada', `guess ${index}`));
    await until(() => freeSlots(guesser.uid) === 0);
    const refused = await guesser.send('"ada"', 'my secret password');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const text = await refused.text();
    expect(text).toContain('was not attempted');
    expect(text).toContain('value="&quot;ada&quot;"');
    expect(text).not.toContain('my secret password');

    // Disconnected clients free their slots, although the threads are still busy.
    for (const guess of guesses) guess.destroy();
    await until(() => freeSlots(guesser.uid) === 5);
    const signedIn = person.send(user.username, password);
    await until(() => freeSlots(person.uid) === 4);
    release();
    expect((await signedIn).status).toBe(303);
    expect(issuer.faults).toEqual([]);
  });

  test('serves a user despite a flood for the same account and calls that create users', async () => {
    const release = occupyThreads();
    const pages = await Promise.all(Array.from({ length: 2 }, onThePage));
    const flood = pages.flatMap((page) =>
      [1, 2, 3].map((count) => page.sendOnly(user.username ?? '', `guess ${count}`)),
    );
    await until(() => pages.every(({ uid }) => freeSlots(uid) === 2));
    const order: string[] = [];
    const origin = { requestId: 'req_test', channel: 'rest' } as const;
    const made = Array.from({ length: 10 }, () =>
      issuer
        .execute(createUser, platformActor, { password: 'correct horse battery' }, origin)
        .then(() => order.push('made')),
    );
    const person = await onThePage();
    const signedIn = person.send(user.username, password).then(({ status }) => order.push(`signed in: ${status}`));
    await until(() => freeSlots(person.uid) === 4);
    release();
    await Promise.all([...made, signedIn]);
    expect(order.indexOf('signed in: 303')).toBeGreaterThanOrEqual(0);
    expect(order.indexOf('signed in: 303')).toBeLessThan(10);
    for (const sent of flood) sent.destroy();
  });
});

test('a flood through a trusted proxy leaves slots for other clients of that proxy', async () => {
  const release = occupyThreads();
  const [flooder, person] = [await onThePage(), await onThePage()];
  const places = Array.from({ length: 100 }, (_, index) =>
    issuer.passwords.enter({
      address: '192.0.2.1',
      page: `flood ${index}`,
      account: `flood ${index}`,
      signal: new AbortController().signal,
    }),
  );
  const [refused] = await once(flooder.sendOnly('ada', 'guess', '203.0.113.1, 192.0.2.1'), 'response');
  expect((refused as IncomingMessage).resume().statusCode).toBe(503);
  const answered = once(person.sendOnly(user.username ?? '', password, '192.0.2.1, 203.0.113.1'), 'response');
  await until(() => freeSlots(person.uid) === 4);
  for (const place of places) place?.leave();
  release();
  const [accepted] = await answered;
  expect((accepted as IncomingMessage).resume().statusCode).toBe(303);
});

test('every refusal is sent after the same time, whatever is stored', async () => {
  const { prisma } = issuer.database;
  const stored = (passwordHash: string | null) => addUser(prisma, { passwordHash });
  const pbkdf2 = `$pbkdf2-sha256$600000$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  const attempts: [string | null, string][] = [
    ['unknown', 'wrong password'],
    [user.username, 'wrong password'],
    [(await stored(null)).username, 'wrong password'],
    [(await addUser(prisma, { suspendedAt: new Date() })).username, 'wrong password'],
    [(await stored(await bcrypt('correct horse', 4))).username, 'wrong password'],
    [(await stored(await bcrypt('correct horse', 10))).username, 'wrong password'],
    [(await stored(pbkdf2)).username, 'wrong ｐａｓｓｗｏｒｄ'],
    [user.username, 'x'.repeat(300)],
  ];
  // Stored since the kinds of stored hashes were read.
  issuer.passwords.registerHashes([pbkdf2]);
  issuer.waits.length = 0;
  for (const [identifier, secret] of attempts) {
    const page = await onThePage();
    expect((await page.send(identifier, secret)).status).toBe(422);
  }
  expect(issuer.waits).toHaveLength(attempts.length);
  expect(new Set(issuer.waits).size).toBe(1);
  expect((await (await onThePage()).send(user.username, password)).status).toBe(303);
  expect(issuer.waits).toHaveLength(attempts.length);
});
