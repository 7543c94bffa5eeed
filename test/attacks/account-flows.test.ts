import { beforeEach, describe, expect, test } from 'vitest';
import { calls, freeAddress, freeNumber, type Member, startAccounts } from '../support/accounts/account-flows.ts';
import { openPage } from '../support/browsers/flow-pages.ts';
import { perFile } from '../support/per-file.ts';
import { giveApp, totpCode } from '../support/totp.ts';

/** Attacks on what people add to their own accounts. */
const accounts = perFile(startAccounts);
beforeEach(() => accounts.policy({ phone: { countries: ['DE'] } }));

const storedUser = (id: string) => accounts.prisma.user.findUniqueOrThrow({ where: { id } });
const answerOf = async (flow: { id: string; version: number }, address: string) => ({
  flowId: flow.id,
  version: flow.version,
  step: 'code',
  fields: { code: await accounts.codeFor(address) },
});
const begin = (member: Member, email: string) => calls.rest(member, { purpose: 'link-email', email });

describe('D7: the proof of one address', () => {
  test('does not add another one, to which the flow has gone on', async () => {
    const eve = await accounts.member();
    const [own, other] = [freeAddress(), freeAddress()];
    const flow = await begin(eve, own);
    const code = await accounts.codeFor(own);
    const again = await calls.rest(eve, { flowId: flow.id, version: flow.version, step: 'code', way: 'link-email' });
    const sent = await calls.rest(eve, {
      flowId: flow.id,
      version: again.version,
      step: 'identify',
      fields: { identifier: other },
    });
    const refused = await calls.rest(eve, { flowId: flow.id, version: sent.version, step: 'code', fields: { code } });
    expect(refused).toMatchObject({ problem: { name: 'wrong-code' } });
    expect((await storedUser(eve.id)).email).toBe(eve.email);
  });

  test('is of no use a second time, nor in another flow', async () => {
    const eve = await accounts.member();
    const address = freeAddress();
    const flow = await begin(eve, address);
    const answer = await answerOf(flow, address);
    expect(await calls.rest(eve, answer)).toMatchObject({ state: 'finished' });
    expect(await calls.rest(eve, answer)).toMatchObject({ state: 'finished' });
    const other = await begin(eve, freeAddress());
    const refused = await calls.rest(eve, { ...answer, flowId: other.id, version: other.version });
    expect(refused).toMatchObject({ problem: { name: 'wrong-code' } });
  });
});

test('D5, F3: the mail that adds an address holds a code and no link, so no other browser can finish it', async () => {
  const eve = await accounts.member();
  const address = freeAddress();
  await begin(eve, address);
  await accounts.codeFor(address);
  const { messages } = (await (await fetch(`${accounts.issuer.url}/inbox.json?to=${address}`)).json()) as {
    messages: { text: string; html: string }[];
  };
  expect(`${messages[0]?.text} ${messages[0]?.html}`).not.toMatch(/\/link\//);
  const challenge = await accounts.prisma.challenge.findFirstOrThrow({ where: { recipient: address } });
  expect(challenge.linkHash).toBeNull();
});

describe('E8: a session of the password alone, of an account with a second factor,', () => {
  const acts: [string, string, object?][] = [
    ['POST', '/flows', { purpose: 'link-email', email: 'eve@example.org' }],
    ['POST', '/flows', { purpose: 'link-factor', factor: 'totp' }],
    ['DELETE', '/email'],
    ['DELETE', '/phone'],
    ['POST', '/backup-codes', {}],
  ];
  test.each(acts)('changes nothing by %s %s', async (method, path, body) => {
    const eve = await accounts.member({ phone: freeNumber(), phoneVerifiedAt: new Date() });
    await giveApp(accounts.issuer, eve.id);
    const before = await storedUser(eve.id);
    const { status, json, headers } = await eve.rest(method, path, body);
    expect([status, json.code]).toEqual([401, 'INSUFFICIENT_USER_AUTHENTICATION']);
    expect(headers.get('www-authenticate')).toContain('acr_values="urn:mandate:level:2"');
    expect(await storedUser(eve.id)).toEqual(before);
    expect(await accounts.prisma.signInAttempt.count({ where: { userId: eve.id, purpose: { not: 'sign-in' } } })).toBe(
      0,
    );
  });

  test('does not remove the factor', async () => {
    const eve = await accounts.member();
    await giveApp(accounts.issuer, eve.id);
    const { id } = await accounts.prisma.factor.findFirstOrThrow({ where: { userId: eve.id } });
    expect((await eve.rest('DELETE', `/factors/${id}`)).status).toBe(401);
    expect(await accounts.prisma.factor.count({ where: { userId: eve.id } })).toBe(1);
  });
});

test('E9: with a stolen session that is not recent, no factor and no address is added', async () => {
  const ada = await accounts.member();
  accounts.issuer.advance(901);
  for (const input of [
    { purpose: 'link-factor', factor: 'passkey' },
    { purpose: 'link-factor', factor: 'totp' },
    { purpose: 'link-email', email: freeAddress() },
  ])
    expect((await ada.rest('POST', '/flows', input)).status).toBe(401);
});

describe('E11: the flow of one session', () => {
  test('is not continued by another person, or by the same person in another session', async () => {
    const [ada, eve] = [await accounts.member(), await accounts.member()];
    const elsewhere = await accounts.again(ada);
    const address = freeAddress();
    const flow = await begin(ada, address);
    const answer = await answerOf(flow, address);
    for (const other of [eve, elsewhere]) {
      const { flowId, ...body } = answer;
      expect((await other.rest('POST', `/flows/${flowId}`, body)).status).toBe(404);
      expect((await other.rest('GET', `/flows/${flowId}`)).status).toBe(404);
    }
    expect((await storedUser(ada.id)).email).toBe(ada.email);
    expect(await calls.rest(ada, answer)).toMatchObject({ state: 'finished' });
  });

  test('ends with the session', async () => {
    const ada = await accounts.member();
    const address = freeAddress();
    const flow = await begin(ada, address);
    const { flowId, ...body } = await answerOf(flow, address);
    await accounts.prisma.oidcRecord.deleteMany({ where: { model: 'Session', userId: ada.id } });
    expect((await ada.rest('POST', `/flows/${flowId}`, body)).status).toBe(401);
    expect((await storedUser(ada.id)).email).toBe(ada.email);
  });

  test('is not reached from the pages: a sign-in never becomes one that adds something', async () => {
    const page = await openPage(accounts.issuer, accounts.web);
    for (const way of ['link-email', 'link-phone', 'link-factor'])
      expect(await page.answer({ way })).toMatchObject({ purpose: 'sign-in', problem: { name: 'page-outdated' } });
  });
});

test('G6: after the change of an address, a code that was sent to the old one does nothing', async () => {
  const ada = await accounts.member();
  const page = await openPage(accounts.issuer, accounts.web);
  await page.answer({ way: 'reset' });
  await page.answer({ identifier: ada.email });
  const code = await accounts.codeFor(ada.email);
  const address = freeAddress();
  const flow = await begin(ada, address);
  expect(await calls.rest(ada, await answerOf(flow, address))).toMatchObject({ state: 'finished' });
  expect((await page.answer({ code })).step?.name).not.toBe('new-password');
});

test('F3: a typo locks no one out: the present address stays until the new one is proven', async () => {
  const ada = await accounts.member();
  await begin(ada, 'typo@nowhere.example');
  expect(await storedUser(ada.id)).toMatchObject({ email: ada.email, emailVerifiedAt: expect.any(Date) as Date });
});

test('M4: of two removals at once, of the last two second factors that the policy requires, one is refused', async () => {
  for (let round = 0; round < 3; round++) {
    await accounts.policy({});
    const ada = await accounts.member();
    const keys = [await giveApp(accounts.issuer, ada.id), await giveApp(accounts.issuer, ada.id)];
    const strong = await accounts.withApp(ada, totpCode(keys[0] ?? '', accounts.issuer.clock.now()));
    await accounts.policy({ second: { required: 'always' } });
    const factors = await accounts.prisma.factor.findMany({ where: { userId: ada.id } });
    const removed = await Promise.all(factors.map(({ id }) => strong.rest('DELETE', `/factors/${id}`)));
    expect(removed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await accounts.prisma.factor.count({ where: { userId: ada.id } })).toBe(1);
  }
});

describe('codes that one account has sent', () => {
  test('are limited for one address as those of a sign-in', async () => {
    const eve = await accounts.member();
    const address = freeAddress();
    const answered = await Promise.all(
      Array.from({ length: 20 }, () => eve.rest('POST', '/flows', { purpose: 'link-email', email: address })),
    );
    const limited = answered.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(19);
    expect(limited[0]?.json).toMatchObject({ state: 'open', problem: { until: expect.any(String) as string } });
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('cause Message.RateLimited once beyond the limit of the address, with the purpose and the address', async () => {
    const address = freeAddress();
    for (let count = 0; count < 8; count++) {
      const eve = await accounts.member();
      await begin(eve, address);
      accounts.issuer.advance(31);
    }
    const events = await accounts.prisma.event.findMany({ where: { type: 'Message.RateLimited' } });
    expect(
      events.map(({ data }) => data).filter((data) => (data as { recipient: string }).recipient === address),
    ).toEqual([{ action: 'link-email', recipient: address }]);
  });

  test('are limited for the account over all addresses, without an event: no address has too many', async () => {
    const eve = await accounts.member();
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++)
      statuses.push((await eve.rest('POST', '/flows', { purpose: 'link-email', email: freeAddress() })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  });
});

test('wrong codes lock the attempts of the account, and the lock is one event about it', async () => {
  const eve = await accounts.member();
  const wrong = async (email: string) => {
    const { id: flowId, version } = await begin(eve, email);
    const answered = [];
    let at = version;
    for (let count = 0; count < 5; count++) {
      const next = await calls.rest(eve, { flowId, version: at, step: 'code', fields: { code: '12345' } });
      answered.push(next.problem?.name);
      at = next.version;
    }
    return answered;
  };
  const answered = [...(await wrong(freeAddress())), ...(await wrong(freeAddress())), ...(await wrong(freeAddress()))];
  expect(answered.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'wrong-code'));
  const lockouts = (await accounts.eventsAbout(eve.id)).filter(({ type }) => type === 'Identifier.Lockout');
  expect(lockouts).toHaveLength(1);
  expect(lockouts[0]).toMatchObject({ data: { flow: 'verification-code' } });
});

test('flows that one account begins are limited', async () => {
  const eve = await accounts.member();
  const begun = [];
  for (let count = 0; count < 31; count++)
    begun.push((await eve.rest('POST', '/flows', { purpose: 'link-factor', factor: 'totp' })).status);
  expect(begun.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200));
  expect(begun[30]).toBe(429);
});
