import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Channel,
  channels,
  calls,
  freeAddress,
  freeNumber,
  type Member,
  startAccounts,
} from '../../support/accounts/account-flows.ts';
import { perFile } from '../../support/per-file.ts';

/** People who add addresses to their own accounts, by both channels of the Account API. */
const accounts = perFile(startAccounts);
beforeAll(() => accounts.policy({ phone: { countries: ['DE'] } }));

const storedUser = (id: string) => accounts.prisma.user.findUniqueOrThrow({ where: { id } });
const lastEvent = async (id: string) => (await accounts.eventsAbout(id)).at(-1);
const purposeOf = (kind: 'email' | 'phone') => ({ email: 'link-email', phone: 'link-phone' })[kind];

/** Begins with an address, and enters the code that was sent there. */
async function add(member: Member, kind: 'email' | 'phone', address: string, channel: Channel = 'rest') {
  const begun = await calls[channel](member, { purpose: purposeOf(kind), [kind]: address });
  const { id: flowId, version } = begun;
  return calls[channel](member, { flowId, version, step: 'code', fields: { code: await accounts.codeFor(address) } });
}

describe.each(channels)('by %s', (name) => {
  const call = calls[name];

  test('an email address is added after its code, and replaces the earlier one', async () => {
    const ada = await accounts.member();
    const email = freeAddress();
    const begun = await call(ada, { purpose: 'link-email', email });
    expect(begun).toMatchObject({ purpose: 'link-email', state: 'open', step: { name: 'code' }, problem: null });
    expect((await storedUser(ada.id)).email).toBe(ada.email);
    const { id: flowId, version } = begun;
    const code = await accounts.codeFor(email);
    const ended = await call(ada, { flowId, version, step: 'code', fields: { code } });
    expect(ended).toMatchObject({ id: flowId, state: 'finished', step: null, refused: null, problem: null });
    expect(await storedUser(ada.id)).toMatchObject({ email, emailVerifiedAt: expect.any(Date) as Date });
    expect(await lastEvent(ada.id)).toMatchObject({
      type: 'User.Data.Updated',
      data: { changed: ['email', 'emailVerifiedAt'], previous: { email: ada.email }, user: { email } },
      actor: { kind: 'user', id: ada.id },
      cause: { channel: name, operation: 'linkAddress', applicationIds: [accounts.application.id] },
    });
  });

  test('an added address is a new version of the account, and one that it has already is none', async () => {
    const ada = await accounts.member();
    const { version } = await storedUser(ada.id);
    await add(ada, 'email', ada.email, name);
    expect((await storedUser(ada.id)).version).toBe(version);
    await add(ada, 'phone', freeNumber(), name);
    expect((await storedUser(ada.id)).version).toBe(version + 1);
    const rename = `mutation ($version: Int) {
      updateMyAccount(input: { name: "Ada King" }, expectedVersion: $version) { account { version } } }`;
    expect((await ada.graphql(rename, { version })).errors).toMatchObject([
      { extensions: { code: 'VERSION_MISMATCH' } },
    ]);
    const renamed = await ada.graphql(rename, { version: version + 1 });
    expect(renamed.data.updateMyAccount).toEqual({ account: { version: version + 2 } });
  });

  test('a phone number is added after its code', async () => {
    const ada = await accounts.member();
    const phone = freeNumber();
    expect(await add(ada, 'phone', phone, name)).toMatchObject({ purpose: 'link-phone', state: 'finished' });
    expect(await storedUser(ada.id)).toMatchObject({ phone, email: ada.email });
    expect(await lastEvent(ada.id)).toMatchObject({
      type: 'User.Data.Updated',
      data: { changed: ['phone', 'phoneVerifiedAt'], previous: { phone: null } },
    });
  });

  test('an unverified address of the account is verified', async () => {
    const ada = await accounts.member({ emailVerifiedAt: null });
    expect(await add(ada, 'email', ada.email, name)).toMatchObject({ state: 'finished' });
    expect(await lastEvent(ada.id)).toMatchObject({
      type: 'User.Data.Updated',
      data: { changed: ['emailVerifiedAt'], previous: { emailVerifiedAt: null } },
    });
  });

  test('an address that is verified already changes nothing', async () => {
    const ada = await accounts.member();
    const before = (await accounts.eventsAbout(ada.id)).length;
    expect(await add(ada, 'email', ada.email, name)).toMatchObject({ state: 'finished' });
    expect(await accounts.eventsAbout(ada.id)).toHaveLength(before);
  });

  test('the address of another account gets a code, and only the step after it shows that it is in use', async () => {
    const [ada, bob] = [await accounts.member(), await accounts.member()];
    const begun = await call(ada, { purpose: 'link-email', email: bob.email });
    const free = await call(ada, { purpose: 'link-email', email: freeAddress() });
    const shape = ({ state, step, problem, refused }: Record<string, unknown>) => ({ state, step, problem, refused });
    expect(shape(begun)).toEqual(shape(free));
    const { id: flowId, version } = begun;
    const code = await accounts.codeFor(bob.email);
    const refused = await call(ada, { flowId, version, step: 'code', fields: { code } });
    expect(refused).toMatchObject({
      state: 'refused',
      step: null,
      refused: { reason: 'address-in-use', ways: ['link-email'] },
    });
    expect((await storedUser(ada.id)).email).toBe(ada.email);
    // Another address can be entered instead.
    const again = await call(ada, { flowId, version: refused.version, step: 'identify', way: 'link-email' });
    expect(again).toMatchObject({ state: 'open', step: { name: 'identify' } });
  });

  test('a wrong code is a problem of the same step, and the log of administrators has the reason', async () => {
    const ada = await accounts.member();
    const { id: flowId, version } = await call(ada, { purpose: 'link-email', email: freeAddress() });
    const wrong = await call(ada, { flowId, version, step: 'code', fields: { code: '000000x' } });
    expect(wrong).toMatchObject({
      state: 'open',
      step: { name: 'code' },
      problem: { name: 'wrong-code', until: null },
    });
    const { entries, ...flow } = await accounts.prisma.signInAttempt.findUniqueOrThrow({
      where: { id: flowId },
      include: { entries: { orderBy: { id: 'asc' } } },
    });
    expect(entries.map(({ step, outcome, reason }) => [step, outcome, reason])).toEqual([
      ['identify', 'sent', null],
      ['code', 'wrong', 'wrong-code'],
    ]);
    expect(flow).toMatchObject({ purpose: 'link-email', userId: ada.id, applicationId: accounts.application.id });
  });

  test('an answer to an earlier version changes nothing', async () => {
    const ada = await accounts.member();
    const email = freeAddress();
    const { id: flowId, version } = await call(ada, { purpose: 'link-email', email });
    const fields = { code: await accounts.codeFor(email) };
    const stale = await call(ada, { flowId, version: version - 1, step: 'code', fields });
    expect(stale).toMatchObject({ state: 'open', problem: { name: 'page-outdated' }, version });
  });
});

describe('a flow', () => {
  test('is read in its session: as long as it is open, and after its end', async () => {
    const ada = await accounts.member();
    const email = freeAddress();
    const { id } = await calls.rest(ada, { purpose: 'link-email', email });
    const query = 'query ($id: ID!) { viewer { account { flow(id: $id) { id state step { name } } } } }';
    expect((await ada.rest('GET', `/flows/${id}`)).json).toMatchObject({ state: 'open', step: { name: 'code' } });
    expect((await ada.graphql(query, { id })).data.viewer.account.flow).toEqual({
      id,
      state: 'OPEN',
      step: { name: 'CODE' },
    });
    await calls.rest(ada, { flowId: id, version: 1, step: 'code', fields: { code: await accounts.codeFor(email) } });
    expect((await ada.rest('GET', `/flows/${id}`)).json).toMatchObject({ state: 'finished', step: null });
    const bob = await accounts.member();
    expect((await bob.rest('GET', `/flows/${id}`)).status).toBe(404);
    expect((await bob.graphql(query, { id })).data.viewer.account.flow).toBeNull();
  });

  test.each([
    [{ purpose: 'link-email' }, 'email'],
    [{ purpose: 'link-email', email: 'no address' }, 'email'],
    [{ purpose: 'link-phone', email: 'a@example.org', phone: '+4915112345678' }, 'email'],
    [{ purpose: 'sign-in' }, 'purpose'],
  ])('is not begun with %j, and the problem names the field', async (input, path) => {
    const ada = await accounts.member();
    const { status, json } = await ada.rest('POST', '/flows', input);
    expect([status, json.problems[0].path]).toEqual([422, [path]]);
  });

  test('is not begun for what the policy does not let people change', async () => {
    const ada = await accounts.member();
    await accounts.policy({ phone: { countries: ['DE'] }, account: { allows: ['phone'] } });
    const { status, json } = await ada.rest('POST', '/flows', { purpose: 'link-email', email: freeAddress() });
    expect([status, json.code]).toEqual([409, 'CONFLICT']);
    await accounts.policy({ phone: { countries: ['DE'] } });
  });

  test('is neither part of an atomic operation nor of a dry run', async () => {
    const ada = await accounts.member();
    const mutation = 'startMyFlow(input: { purpose: LINK_EMAIL, email: "atomic@example.org" }) { flow { id } }';
    const { errors } = await ada.graphql(`mutation @atomic { ${mutation} }`);
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(await accounts.prisma.signInAttempt.count({ where: { userId: ada.id, purpose: 'link-email' } })).toBe(0);
  });

  test('joins the organization of the domain of the address', async () => {
    const ada = await accounts.member();
    const id = accounts.issuer.ids.next('organization');
    const domains = { create: { domain: 'acme.example' } };
    await accounts.prisma.organization.create({ data: { id, name: 'Acme', domains } });
    await add(ada, 'email', 'ada@acme.example');
    expect(await accounts.eventsAbout(id)).toMatchObject([
      { type: 'Organization.Membership.Updated', data: { addedUserIds: [ada.id] } },
    ]);
  });
});

describe('removing an address', () => {
  test('is possible while a verified address is left, by both channels', async () => {
    for (const remove of [
      (one: Member) => one.rest('DELETE', '/phone'),
      (one: Member) => one.graphql('mutation { removeMyPhone { account { phone } } }'),
    ]) {
      const ada = await accounts.member({ phone: freeNumber(), phoneVerifiedAt: new Date() });
      await remove(ada);
      expect(await storedUser(ada.id)).toMatchObject({ phone: null, phoneVerifiedAt: null, email: ada.email });
      expect(await lastEvent(ada.id)).toMatchObject({
        type: 'User.Data.Updated',
        data: { changed: ['phone', 'phoneVerifiedAt'] },
      });
    }
  });

  test('is refused if it was the last verified one', async () => {
    const ada = await accounts.member();
    const { status, json } = await ada.rest('DELETE', '/email');
    expect([status, json.code]).toEqual([409, 'CONFLICT']);
    expect((await storedUser(ada.id)).email).toBe(ada.email);
  });

  test('of two at once, one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const ada = await accounts.member({ phone: freeNumber(), phoneVerifiedAt: new Date() });
      const answered = await Promise.all([ada.rest('DELETE', '/email'), ada.rest('DELETE', '/phone')]);
      expect(answered.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
      const { email, phone } = await storedUser(ada.id);
      expect([email, phone].filter((address) => address !== null)).toHaveLength(1);
    }
  });
});
