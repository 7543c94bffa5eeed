import { beforeAll, describe, expect, it } from 'vitest';
import type { Data } from '../graphql/api.ts';
import { signInPolicySchema } from '../../src/domain/flow/policy.ts';
import { storePolicy } from '../../src/store/flows/policies.ts';
import { type Administrator, openAdministration } from '../support/administrator.ts';
import { codeFor, openPage } from '../support/browsers/flow-pages.ts';
import { addUser, password } from '../support/issuer.ts';
import { setPolicy, sharePages } from '../support/browsers/pages.ts';

/** The attempts of people on the pages, as administrators see them. */
const { issuer, web, application } = sharePages();
let administrator: Administrator;
beforeAll(async () => {
  administrator = await openAdministration(issuer);
});

const query = `query ($filter: SignInAttemptFilter) { signInAttempts(filter: $filter) { totalCount nodes {
  id reference purpose state application { id } user { id } createdAt answeredAt endedAt lockedUntil ipAddress device
  entries { at step outcome reason explanation }
} } }`;
const attempts = async (filter: object) => (await administrator.ask(query, { filter })).signInAttempts.nodes;
const known = () => addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });

describe('a sign-in attempt', () => {
  it('is found by the reference that its refusal shows, with each answer and why it was refused', async () => {
    const user = await known();
    const page = await openPage(issuer, web);
    const typed = 'a password that was typed';
    const { reference = '' } = await page.answer({ identifier: user.email ?? '', password: typed });
    expect(reference).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    await page.answer({ identifier: user.email ?? '', password });
    for (const spelling of [reference, reference.replace('-', ''), ` ${reference.toLowerCase()} `]) {
      const found = await attempts({ reference: spelling });
      expect(found).toEqual([
        {
          id: expect.stringMatching(/^flow_/),
          reference,
          purpose: 'SIGN_IN',
          state: 'FINISHED',
          application: { id: application.id },
          user: { id: user.id },
          createdAt: expect.any(String),
          answeredAt: expect.any(String),
          endedAt: expect.any(String),
          lockedUntil: null,
          ipAddress: '127.0.0.1',
          device: null,
          entries: [
            {
              at: expect.any(String),
              step: 'IDENTIFY',
              outcome: 'WRONG',
              reason: 'WRONG_PASSWORD',
              explanation: 'The password is wrong.',
            },
            { at: expect.any(String), step: 'IDENTIFY', outcome: 'FINISHED', reason: null, explanation: null },
          ],
        },
      ]);
      expect(JSON.stringify(found)).not.toContain(typed);
    }
    const { json } = await administrator.rest(`GET /sign-in-attempts?reference=${reference}`);
    expect(json).toMatchObject({ totalCount: 1, items: [{ reference, state: 'finished', userId: user.id }] });
    const { json: one } = await administrator.rest(`GET /sign-in-attempts/${json.items[0].id}`);
    expect(one).toEqual(json.items[0]);
    expect(one.entries[0]).toMatchObject({ reason: 'wrong-password', explanation: 'The password is wrong.' });
  });

  it('is listed below its user also if it was refused because the account is locked', async () => {
    const user = await known();
    const wrong = { identifier: user.email ?? '', password: 'wrong' };
    const page = await openPage(issuer, web);
    for (let attempt = 0; attempt < 10; attempt++) await page.answer(wrong);
    const { reference } = await (await openPage(issuer, web)).answer({ ...wrong, password });
    const found = await attempts({ userId: user.id });
    expect(found).toHaveLength(2);
    const refused = found.find((attempt: { reference: string }) => attempt.reference === reference);
    expect(refused.entries).toMatchObject([{ outcome: 'REFUSED', reason: 'ACCOUNT_LOCKED' }]);
    const until = expect.any(String);
    expect(found).toEqual(found.map(() => expect.objectContaining({ state: 'REFUSED', lockedUntil: until })));
    expect(await attempts({ userId: user.id, state: 'REFUSED' })).toHaveLength(2);
    expect(await attempts({ userId: user.id, state: 'OPEN' })).toEqual([]);
  });

  it('is found by whether an answer was refused, also if the person signed in after it', async () => {
    const user = await known();
    const right = { identifier: user.email ?? '', password };
    const page = await openPage(issuer, web);
    await page.answer({ ...right, password: 'wrong' });
    await page.answer(right);
    await (await openPage(issuer, web)).answer(right);
    expect(await attempts({ userId: user.id })).toMatchObject([{ state: 'FINISHED' }, { state: 'FINISHED' }]);
    const [refused, others] = [
      await attempts({ userId: user.id, wasRefused: true }),
      await attempts({ userId: user.id, wasRefused: false }),
    ];
    expect(refused).toMatchObject([{ entries: [{ outcome: 'WRONG' }, { outcome: 'FINISHED' }] }]);
    expect(others).toMatchObject([{ entries: [{ outcome: 'FINISHED' }] }]);
  });

  it('is open again when an answer is compared after a lock, and has the browser of its person', async () => {
    const user = await known();
    const wrong = { identifier: user.email ?? '', password: 'wrong' };
    const page = await openPage(issuer, web);
    for (let attempt = 0; attempt < 10; attempt++) await page.answer(wrong);
    issuer.advance(16 * 60);
    await page.answer(wrong);
    const [attempt] = await attempts({ userId: user.id });
    expect(attempt).toMatchObject({ state: 'OPEN', lockedUntil: null, ipAddress: '127.0.0.1' });
    expect(attempt.entries.at(-1)).toMatchObject({ outcome: 'WRONG', reason: 'WRONG_PASSWORD' });
  });

  it('expires without a write, and is then listed as expired', async () => {
    const user = await known();
    const page = await openPage(issuer, web);
    await page.answer({ identifier: user.email ?? '', password: 'wrong' });
    const states = async () => (await attempts({ userId: user.id })).map(({ state }: { state: string }) => state);
    const byState = async (state: string) => (await attempts({ userId: user.id, state })).length;
    expect([await states(), await byState('OPEN'), await byState('EXPIRED')]).toEqual([['OPEN'], 1, 0]);
    issuer.advance(30 * 60);
    expect([await states(), await byState('OPEN'), await byState('EXPIRED')]).toEqual([['EXPIRED'], 0, 1]);
  });

  it('is listed from the newest to the oldest, page by page', async () => {
    const user = await known();
    for (let attempt = 0; attempt < 3; attempt++) {
      issuer.advance(1);
      await (await openPage(issuer, web)).answer({ identifier: user.email ?? '', password: 'wrong' });
    }
    const pages: string[] = [];
    const next = `query ($id: ID!, $after: String) { signInAttempts(first: 2, after: $after, filter: { userId: $id }) {
      nodes { createdAt } pageInfo { endCursor hasNextPage } } }`;
    for (let after: string | null = null, more = true; more; ) {
      const { nodes, pageInfo }: Data = (await administrator.ask(next, { id: user.id, after })).signInAttempts;
      pages.push(...nodes.map(({ createdAt }: { createdAt: string }) => createdAt));
      [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }
    expect(pages).toHaveLength(3);
    expect(pages).toEqual(pages.toSorted().toReversed());
    const first = await administrator.rest(`GET /sign-in-attempts?userId=${user.id}&limit=2`);
    expect(first.json.items.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual(pages.slice(0, 2));
    const rest = await administrator.rest(
      `GET /sign-in-attempts?userId=${user.id}&limit=2&cursor=${first.json.nextCursor}`,
    );
    expect(rest.json.items.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual(pages.slice(2));
  });

  it('is listed by its purpose at any time: a reset while its person signs in, and a sign-up that began as a sign-in', async () => {
    const user = await known();
    const page = await openPage(issuer, web);
    await page.answer({ way: 'reset' });
    await page.answer({ identifier: user.email ?? '' });
    await page.answer({ code: await codeFor(issuer, user.email ?? '') });
    await page.answer({ password: 'seven wooden ships at sea' });
    const unfinished = await attempts({ userId: user.id, purpose: 'RESET' });
    expect(unfinished).toMatchObject([{ purpose: 'RESET', state: 'OPEN' }]);
    expect(await attempts({ userId: user.id, purpose: 'SIGN_IN' })).toEqual([]);
    await page.answer({ identifier: user.email ?? '', password: 'seven wooden ships at sea' });
    const reset = await attempts({ userId: user.id, purpose: 'RESET' });
    expect(reset).toMatchObject([{ purpose: 'RESET', state: 'FINISHED' }]);
    const policy = signInPolicySchema.parse({ signUp: { isOpen: true, requires: [] } });
    await storePolicy(issuer.database.prisma, policy);
    const newcomer = await openPage(issuer, web);
    await newcomer.answer({ way: 'email-code', identifier: 'newcomer@example.com' });
    await newcomer.answer({ code: await codeFor(issuer, 'newcomer@example.com') });
    const { id: userId } = await issuer.database.prisma.user.findUniqueOrThrow({
      where: { email: 'newcomer@example.com' },
    });
    expect(await attempts({ userId, purpose: 'SIGN_UP' })).toMatchObject([{ purpose: 'SIGN_UP', state: 'FINISHED' }]);
    await setPolicy(issuer, {});
  });

  it('returns at most its last 100 entries', async () => {
    const user = await known();
    await (await openPage(issuer, web)).answer({ identifier: user.email ?? '', password: 'wrong' });
    const [{ id }] = await attempts({ userId: user.id });
    const at = new Date();
    await issuer.database.prisma.flowEntry.createMany({
      data: Array.from({ length: 120 }, (_, index) => ({
        flowId: id,
        at,
        step: 'identify',
        outcome: index === 119 ? 'refused' : 'wrong',
        reason: 'account-locked',
      })),
    });
    const [{ entries }] = await attempts({ userId: user.id });
    expect([entries.length, entries[0].reason, entries[99].outcome]).toEqual([100, 'ACCOUNT_LOCKED', 'REFUSED']);
    const { json } = await administrator.rest(`GET /sign-in-attempts/${id}`);
    expect([json.entries.length, json.entries[99].outcome]).toEqual([100, 'refused']);
  });

  it.each(['7KQ2', '7KQ2-M9XA-1', '7KQ2%M9X', ''])('is not looked up by %j, which is not a reference', async (text) => {
    const { errors } = JSON.parse(await administrator.text(query, { filter: { reference: text } }));
    expect(errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['filter', 'reference'] }],
    });
    const { status } = await administrator.rest(`GET /sign-in-attempts?reference=${encodeURIComponent(text)}`);
    expect(status).toBe(422);
  });
});

describe('a message', () => {
  it('is listed with its state, without its code and its parameters', async () => {
    const user = await known();
    const page = await openPage(issuer, web);
    await page.answer({ way: 'email-code', identifier: user.email ?? '' });
    const code = await codeFor(issuer, user.email ?? '');
    await expect
      .poll(async () => (await list(user.email)).data.messages.nodes)
      .toEqual([
        expect.objectContaining({
          channel: 'EMAIL',
          template: 'SIGN_IN_CODE',
          state: 'SENT',
          attempts: 1,
          connector: null,
        }),
      ]);
    const { text } = await list(user.email);
    const { json } = await administrator.rest(`GET /messages?recipient=${user.email}`);
    expect(json.items).toEqual([expect.objectContaining({ template: 'sign-in-code', state: 'sent', lastError: null })]);
    expect([text.includes(code), JSON.stringify(json).includes(code)]).toEqual([false, false]);
    expect(Object.keys(json.items[0]).filter((name) => /parameter|content|code/i.test(name))).toEqual([]);
  });

  const list = async (recipient: string | null) => {
    const text = await administrator.text(
      `query ($recipient: String) { messages(filter: { recipient: $recipient }) { nodes {
        channel recipient template language state attempts nextAttemptAt lastError createdAt expiresAt sentAt connector { id }
      } } }`,
      { recipient },
    );
    return { text, ...JSON.parse(text) };
  };
});

describe('a device', () => {
  it('is known until its user is signed out everywhere, or has not signed in for 90 days', async () => {
    const user = await known();
    const signIn = async () => (await openPage(issuer, web)).answer({ identifier: user.email ?? '', password });
    const isKnown = async () => {
      const devices = 'query ($id: ID!) { user(id: $id) { devices { totalCount nodes { id isKnown lastSeenAt } } } }';
      const { nodes } = (await administrator.ask(devices, { id: user.id })).user.devices;
      const { json } = await administrator.rest(`GET /users/${user.id}/devices`);
      expect(json.items.map(({ isKnown: known }: { isKnown: boolean }) => known)).toEqual(
        nodes.map((device: { isKnown: boolean }) => device.isKnown),
      );
      return nodes.map((device: { isKnown: boolean }) => device.isKnown);
    };
    await signIn();
    expect(await isKnown()).toEqual([true]);
    await administrator.rest(`DELETE /users/${user.id}/sessions`);
    expect(await isKnown()).toEqual([false]);
    await signIn();
    expect(await isKnown()).toEqual([false, true]);
    issuer.advance(90 * 24 * 3600);
    administrator = await openAdministration(issuer);
    expect(await isKnown()).toEqual([false, false]);
  });

  it('does not show its cookie, nor the hash of it', async () => {
    const user = await known();
    const page = await openPage(issuer, web);
    await page.answer({ identifier: user.email ?? '', password });
    const { json } = await administrator.rest(`GET /users/${user.id}/devices`);
    expect(Object.keys(json.items[0]).toSorted()).toEqual([
      'createdAt',
      'id',
      'isKnown',
      'label',
      'lastSeenAt',
      'userId',
    ]);
    const secrets = page.visitor.cookies().map(([, value]) => value);
    expect(secrets.filter((secret) => JSON.stringify(json).includes(secret))).toEqual([]);
  });
});
