import { describe, expect, test } from 'vitest';
import { Visitor } from '../support/browsers/browser.ts';
import { freePasswords, passwordAttempts } from '../support/browsers/flows.ts';
import { perFile } from '../support/per-file.ts';
import { sized, startPeople, times, withCode, withPassword } from './people.ts';

const people = perFile(startPeople);

const signedIn = { next: expect.any(String) };

test('C1: Eve fails ten times, and Ada signs in with the browser that she has used before', async () => {
  const ada = await people.person();
  const adas = new Visitor();
  expect(await withPassword(await people.open(adas), ada)).toMatchObject(signedIn);
  for (let attempt = 0; attempt < 10; attempt++) await withPassword(await people.open(), ada, 'wrong');
  expect(await withPassword(await people.open(), ada)).toMatchObject({ status: 429, problem: { name: 'locked' } });
  expect(await withPassword(await people.open(adas.copy(/device/)), ada)).toMatchObject(signedIn);
  // A code to her address is another way, with a limit of its own.
  expect(await withCode(people, await people.open(), ada)).toMatchObject(signedIn);
});

describe('C2: failures at the same time', () => {
  test('ten of 400 wrong passwords are compared, with one lock, one event and one mail', async () => {
    let comparisons = 0;
    const { issuer, web } = people;
    const passwords = freePasswords(issuer, () => (comparisons += 1));
    const attempt = passwordAttempts(issuer, web.config.clientMetadata().client_id, passwords);
    const ada = await people.person({ passwordHash: 'right' });
    await times(400, () => attempt(ada.username, 'wrong'));
    expect(comparisons).toBe(10);
    expect(await attempt(ada.username, 'right')).toMatchObject({ problem: 'locked' });
    expect(comparisons).toBe(10);
    const [event, ...others] = await people.prisma.event.findMany({
      where: { type: 'Identifier.Lockout', subjectId: ada.id },
    });
    expect(others).toEqual([]);
    const data = event?.data as { until: string } | undefined;
    const until = new Date(data?.until ?? 0);
    expect(event?.data).toMatchObject({ user: { id: ada.id }, flow: 'password', identifier: ada.username });
    expect(Math.abs(until.getTime() - issuer.clock.now().getTime() - 15 * 60_000)).toBeLessThan(60_000);
    expect(event?.actor).toMatchObject({ kind: 'visitor', id: null });
    expect(await people.prisma.message.count({ where: { recipient: ada.email ?? '' } })).toBe(1);
  });

  const size = sized(40, 400);
  test(`${size} browsers over HTTP: the same, and none gets in with the right password`, async () => {
    const ada = await people.person();
    const pages = await times(size, () => people.open());
    const answers = await Promise.all(pages.map((page) => withPassword(page, ada, 'wrong')));
    const names = answers.map(({ problem }) => problem?.name);
    expect(names.filter((name) => name === 'wrong-password').length).toBeLessThanOrEqual(9);
    const reason = 'wrong-password';
    expect(await people.prisma.flowEntry.count({ where: { reason, flow: { userId: ada.id } } })).toBe(10);
    expect(await people.lockouts(ada.id)).toBe(1);
    expect(await withPassword(await people.open(), ada)).toMatchObject({ problem: { name: 'locked' } });
  });
});

test(`C3, C4: ${sized(40, 100)} codes at the same time to one address send one, and five in ten minutes, with one event`, async () => {
  const size = sized(40, 100);
  const ada = await people.person();
  const sent = () => people.prisma.message.count({ where: { recipient: ada.email ?? '', template: 'sign-in-code' } });
  const limited = () =>
    people.prisma.event.count({
      where: { type: 'Message.RateLimited', data: { path: ['recipient'], equals: ada.email ?? '' } },
    });
  const pages = await times(size, () => people.open());
  const flood = () =>
    Promise.all(
      pages.map(async (page) => (await page.get()) && page.answer({ way: 'email-code', identifier: ada.email ?? '' })),
    );
  for (let round = 1; round <= 5; round++) {
    await flood();
    expect([round, await sent(), await limited()]).toEqual([round, round, round === 5 ? 1 : 0]);
    people.issuer.advance(31);
  }
  const refused = await flood();
  expect(new Set(refused.map(({ problem }) => problem?.name))).toEqual(new Set(['too-many-messages']));
  expect([await sent(), await limited()]).toEqual([5, 1]);
});
