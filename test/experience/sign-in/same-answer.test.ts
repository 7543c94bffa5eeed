import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Visitor } from '../../support/browsers/browser.ts';
import { codeFor, openPage, type ShownPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password, startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { recordDeadlocks } from '../../support/deadlocks.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';
import { redirectUri } from '../../support/browsers/relying-party.ts';
import { perFile } from '../../support/per-file.ts';

/** The same answer, sent several times at once: by a double click, a retry of the network, or an attacker. */
const { issuer, web } = sharePages();
const second = perFile(() => startIssuer({ beside: issuer }));
let processes: readonly TestIssuer[] = [];
beforeAll(() => {
  processes = [issuer, second];
});
let people = 0;
beforeEach(() => setPolicy(issuer, {}));

const person = () => {
  const name = `person${++people}`;
  return addUser(issuer.database.prisma, { username: name, email: `${name}@example.com`, emailVerifiedAt: new Date() });
};

/** Requests of one browser go to the processes in turn. */
function open() {
  let count = 0;
  const next = (url: URL) => {
    const { url: address } = processes[count++ % processes.length] ?? issuer;
    return new URL(url.href.replace(issuer.publicUrl, address));
  };
  return openPage(issuer, web, { visitor: new Visitor((url, init) => fetch(next(url), init)) });
}

type Page = Awaited<ReturnType<typeof open>>;

async function sendAtOnce(count: number, { visitor, url }: Page, fields: Record<string, string>): Promise<ShownPage[]> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const send = async (): Promise<ShownPage> => {
    const response = await visitor.fetch(url, { method: 'POST', headers, body: JSON.stringify(fields) });
    return { status: response.status, ...((await response.json()) as object) };
  };
  return Promise.all(Array.from({ length: count }, send));
}

const distinct = (answers: readonly ShownPage[]) => [
  ...new Set(answers.map(({ status, next, problem }) => `${status} ${problem?.name ?? next}`)),
];
const count = (type: string, userId: string) =>
  issuer.database.prisma.event.count({ where: { type, subjectId: userId } });
const deadlocks = recordDeadlocks();
const faults = () => processes.flatMap((process) => process.faults);

describe.each([2, 6, 40])('%s times the same answer at once', (times) => {
  test('a code: signs in once, and each of them leads to the application', async () => {
    const { id, email } = await person();
    const page = await open();
    await page.answer({ way: 'email-code', identifier: email ?? '' });
    const code = await codeFor(issuer, email ?? '');
    const answers = await sendAtOnce(times, page, { step: 'code', code });
    expect(distinct(answers)).toEqual([`200 ${answers[0]?.next}`]);
    expect(answers[0]?.next).toContain('/oidc/auth/');
    expect([await count('PostSignIn', id), faults(), deadlocks]).toEqual([1, [], []]);
    expect(await page.finish()).toMatchObject({ sub: id });
  });

  test('a password: signs in once, and none shows an expired sign-in', async () => {
    const { id, email } = await person();
    const page = await open();
    const answers = await sendAtOnce(times, page, { identifier: email ?? '', password });
    const statuses = new Set(answers.map(({ status }) => status));
    // A page has few places in the queue.
    expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
    expect(new Set(answers.flatMap(({ next }) => next ?? [])).size).toBe(1);
    expect([await count('PostSignIn', id), faults(), deadlocks]).toEqual([1, [], []]);
    expect(await page.finish()).toMatchObject({ sub: id });
  });

  test('the fields of a sign-up: create one account', async () => {
    await setPolicy(issuer, { signUp: { isOpen: true, verifies: [], requires: ['username', 'name'] } });
    const page = await open();
    await page.answer({ way: 'sign-up' });
    const username = `new${++people}`;
    const answers = await sendAtOnce(times, page, { step: 'fields', username, name: 'Grace' });
    expect([...new Set(answers.map(({ status }) => status))].filter((status) => status !== 503)).toEqual([200]);
    const { id } = await issuer.database.prisma.user.findUniqueOrThrow({ where: { username } });
    expect([await count('PostRegister', id), faults(), deadlocks]).toEqual([1, [], []]);
    expect(await page.finish()).toMatchObject({ sub: id });
  });
});

test('an answer that is sent again after the end shows that the person has signed in, and the way to the application', async () => {
  const { email } = await person();
  const page = await open();
  const fields = { identifier: email ?? '', password };
  await page.answer(fields);
  await page.finish();
  const applications = [{ name: 'Demo & Co <Shop>', url: `${new URL(redirectUri).origin}/` }];
  const done = { status: 200, purpose: 'sign-in', state: 'done', applications };
  expect(await page.answer(fields)).toMatchObject(done);
  const html = await (await page.visitor.post(page.url, fields)).text();
  expect(html).toContain('You have signed in');
  expect(html).toContain(`href="${applications[0]?.url}"`);
  // Not in a browser that has not.
  const elsewhere = new Visitor();
  expect((await elsewhere.post(page.url, fields)).status).toBe(410);
});
