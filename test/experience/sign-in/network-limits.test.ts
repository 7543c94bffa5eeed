import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeOldFlows } from '../../../src/store/flows/retention.ts';
import { browserIn } from '../../support/browsers/browser.ts';
import { codeFor, openPage } from '../../support/browsers/flow-pages.ts';
import { freePasswords, passwordAttempts } from '../../support/browsers/flows.ts';
import { addUser, password, type TestIssuer } from '../../support/issuer.ts';
import { setPolicy, startPages } from '../../support/browsers/pages.ts';
import type { RelyingParty } from '../../support/browsers/relying-party.ts';

let issuer: TestIssuer;
let web: RelyingParty;
let attempt: ReturnType<typeof passwordAttempts>;
let comparisons = 0;
let networks = 0;
let network: string;
beforeAll(async () => {
  const pages = await startPages({ environment: { TRUSTED_PROXIES: '1', SIGN_UP: 'open' } });
  ({ issuer, web } = pages);
  attempt = passwordAttempts(
    issuer,
    pages.application.id,
    freePasswords(issuer, () => (comparisons += 1)),
  );
});
beforeEach(() => {
  network = `203.0.113.${++networks}`;
  comparisons = 0;
});
afterAll(() => issuer[Symbol.asyncDispose]());

const open = (visitor = browserIn(network)) => openPage(issuer, web, { visitor });
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const problemOf = (result: Awaited<ReturnType<typeof attempt>>) =>
  typeof result === 'object' && 'problem' in result ? result.problem : 'signed in';
/** Failures with that many accounts, none of which is locked by them. */
const spray = async (count: number) =>
  (await times(count, (index) => attempt(`${network}-${index}`, 'guess', { network }))).map(problemOf);
const mine = { passwordHash: 'right' };

describe('failed attempts of a network', () => {
  test('are limited to 100 in an hour: of 160 concurrent ones 100 are compared, whichever accounts they try', async () => {
    const before = await issuer.database.prisma.event.count();
    const results = await spray(160);
    expect(comparisons).toBe(100);
    expect(results.filter((name) => name === 'wrong-password')).toHaveLength(100);
    expect(results.filter((name) => name === 'network-limited')).toHaveLength(60);
    expect(await issuer.database.prisma.event.count()).toBe(before);
    const user = await addUser(issuer.database.prisma, mine);
    expect(await attempt(user.username, 'right', { network })).toMatchObject({ problem: 'network-limited' });
    expect(problemOf(await attempt(user.username, 'right', { network: '198.51.100.1' }))).toBe('signed in');
    issuer.advance(3601);
    expect(problemOf(await attempt(user.username, 'right', { network }))).toBe('signed in');
  });

  test('do not hold up a browser in which the person has signed in before', async () => {
    const user = await addUser(issuer.database.prisma, mine);
    const device = 'my laptop';
    expect(problemOf(await attempt(user.username, 'right', { network, device }))).toBe('signed in');
    await spray(110);
    expect(problemOf(await attempt(user.username, 'right', { network }))).toBe('network-limited');
    expect(problemOf(await attempt(user.username, 'right', { network, device }))).toBe('signed in');
  });

  test('do not include successes, nor attempts that a lock refuses', async () => {
    const user = await addUser(issuer.database.prisma, mine);
    await times(120, () => attempt(user.username, 'right', { network }));
    await times(10, () => attempt('locked', 'guess', { network }));
    await times(100, () => attempt('locked', 'guess', { network }));
    const [row] = await issuer.database.prisma.networkLimit.findMany({ orderBy: { startedAt: 'desc' }, take: 1 });
    expect(row?.count).toBe(10);
  });

  test('count no one on this machine, where development and tests are', async () => {
    network = '';
    const results = await times(120, (index) => attempt(`local-${index}`, 'guess', { network: null }));
    expect(new Set(results.map(problemOf))).toEqual(new Set(['wrong-password']));
    const page = await openPage(issuer, web, { visitor: browserIn('127.0.0.1') });
    await page.answer({ identifier: 'ada', password: 'wrong' });
    const rows = await issuer.database.prisma.networkLimit.count();
    await page.answer({ identifier: 'ada', password: 'wrong' });
    expect(await issuer.database.prisma.networkLimit.count()).toBe(rows);
  });

  test('are removed a day later, and neither address nor network is stored', async () => {
    await spray(1);
    const rows = await issuer.database.prisma.networkLimit.findMany();
    expect(rows.every(({ key }) => key.length === 32)).toBe(true);
    issuer.advance(86_401);
    await removeOldFlows(issuer.database, issuer.clock.now());
    expect(await issuer.database.prisma.networkLimit.count()).toBe(0);
  });
});

test('a network tries 100 usernames for new accounts in an hour, whether they are taken or not', async () => {
  const { policy } = await issuer.database.prisma.signInExperience.findFirstOrThrow();
  const open_ = { isOpen: true, verifies: [], requires: ['username' as const] };
  await setPolicy(issuer, { signUp: open_ });
  const taken = (await addUser(issuer.database.prisma)).username ?? '';
  const page = await open();
  await page.answer({ way: 'sign-up' });
  const shown = [];
  // Few at a time: a page has five slots in the hashing queue.
  for (let round = 0; round < 22; round++) shown.push(...(await times(5, () => page.answer({ username: taken }))));
  expect(shown.filter(({ problem }) => problem?.name === 'username-taken')).toHaveLength(100);
  expect(await page.answer({ username: 'a_free_username' })).toMatchObject({ problem: { name: 'network-limited' } });
  const elsewhere = await open(browserIn('198.51.100.3'));
  await elsewhere.answer({ way: 'sign-up' });
  expect(await elsewhere.answer({ username: taken })).toMatchObject({ problem: { name: 'username-taken' } });
  await setPolicy(issuer, policy as object);
});

test('a page shows the time to wait, with 429 and Retry-After, for known and unknown accounts alike', async () => {
  await spray(100);
  const user = await addUser(issuer.database.prisma);
  const [known, unknown] = [await open(), await open()];
  const answers = [
    await known.answer({ identifier: user.username ?? '', password }),
    await unknown.answer({ identifier: 'unknown', password }),
  ];
  for (const shown of answers) expect(shown).toMatchObject({ status: 429, problem: { name: 'network-limited' } });
  expect(answers[0]?.problem?.text).toMatch(
    /^Too many attempts came from your network, .* Try again in \d+ minutes\.$/,
  );
  const page = await browserIn(network).fetch(known.url, { headers: { accept: 'application/json' } });
  expect(page.status).not.toBe(429);
  const form = new URLSearchParams({ identifier: 'unknown', password });
  const response = await unknown.visitor.fetch(unknown.url, { method: 'POST', body: form });
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(await response.text()).toContain('Too many attempts came from your network');
  const log = await issuer.database.prisma.flowEntry.findMany({ where: { reason: 'network-limited' } });
  expect(log.length).toBeGreaterThanOrEqual(3);
});

test('a network has codes sent to 30 addresses in an hour, again to each of them, and no event is written', async () => {
  const before = await issuer.database.prisma.event.count();
  const send = async (index: number) => (await open()).answer({ way: 'email-code', identifier: address(index) });
  const address = (index: number) => `n${networks}-${index}@example.com`;
  const shown = await times(36, send);
  expect(shown.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(shown.filter(({ problem }) => problem?.name === 'network-limited')).toHaveLength(6);
  const { prisma } = issuer.database;
  const sent = await prisma.message.findMany({ where: { recipient: { startsWith: `n${networks}-` } } });
  expect(sent).toHaveLength(30);
  issuer.advance(31);
  const known = sent[0]?.recipient ?? '';
  expect(await (await open()).answer({ way: 'email-code', identifier: known })).toMatchObject({ status: 200 });
  const elsewhere = await open(browserIn('198.51.100.2'));
  expect(await elsewhere.answer({ way: 'email-code', identifier: address(99) })).toMatchObject({ status: 200 });
  expect(await prisma.event.count()).toBe(before);
});

test('a network creates 20 accounts in an hour; the next person waits, and can then continue', async () => {
  const signUp = async (index: number, visitor = browserIn(network)) => {
    const identifier = `m${networks}-${index}@example.com`;
    const page = await open(visitor);
    await page.answer({ way: 'sign-up' });
    await page.answer({ identifier });
    await page.answer({ code: await codeFor(issuer, identifier) });
    return page.answer({ password: 'seven wooden ships at sea' });
  };
  const shown = await times(22, (index) => signUp(index));
  expect(shown.filter(({ next }) => next !== undefined)).toHaveLength(20);
  expect(shown.filter(({ problem }) => problem?.name === 'network-limited')).toHaveLength(2);
  const created = { where: { email: { startsWith: `m${networks}-` } } };
  expect(await issuer.database.prisma.user.count(created)).toBe(20);
  issuer.advance(3601);
  expect(await signUp(23)).toMatchObject({ next: expect.any(String) });
});
