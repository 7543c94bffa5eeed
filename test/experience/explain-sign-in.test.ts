import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInPolicySchema } from '../../src/domain/flow/policy.ts';
import { type Administrator, openAdministration } from '../support/administrator.ts';
import { codeFor, openPage, type ShownPage } from '../support/browsers/flow-pages.ts';
import { addUser, password } from '../support/issuer.ts';
import { setPolicy, sharePages } from '../support/browsers/pages.ts';
import { appUsers } from '../support/totp.ts';

/** The explanation of a sign-in for an administrator, held against the pages. */
const { issuer, web, application } = sharePages();
let administrator: Administrator;
beforeAll(async () => {
  administrator = await openAdministration(issuer);
});
beforeEach(() => policy({}));

const policy = (given: object) => setPolicy(issuer, given);
const outcome = 'step ways isReady refused explanation rule';
const query = `query ($input: ExplainSignInInput!) { explainSignIn(input: $input) {
  userId isApplicationUsable next { ${outcome} } ways { way isUsable missing next { ${outcome} } }
  locks { flow deviceId failures until }
} }`;
const explain = async (input: object) => (await administrator.ask(query, { input })).explainSignIn;

const verified = { emailVerifiedAt: new Date() };
const accounts: Record<string, () => Promise<Awaited<ReturnType<typeof addUser>>>> = {
  'an account': () => addUser(issuer.database.prisma, verified),
  'an address that is not verified': () => addUser(issuer.database.prisma),
  'no password': () => addUser(issuer.database.prisma, { ...verified, passwordHash: null }),
  'an authenticator app': () => appUsers(issuer)(),
  'a required new password': () =>
    addUser(issuer.database.prisma, { ...verified, passwordResetRequiredAt: new Date() }),
};
const policies: Record<string, object> = {
  'the default policy': {},
  'passwords only': { first: ['password'] },
  'codes only': { first: ['email-code'] },
  'a second factor for everyone': { second: { required: 'always' } },
  'no second factor': { second: { required: 'never' } },
};

/** The shown page in the words of the explanation. */
function shownAs({ step, next, refused }: ShownPage): {
  step: string | null;
  isReady: boolean;
  refused: string | null;
} {
  const constant = (text: string | undefined) => text?.replaceAll('-', '_').toUpperCase() ?? null;
  return {
    step: next || refused ? null : constant(step?.name),
    isReady: next !== undefined,
    refused: constant(refused?.reason),
  };
}

describe('the explanation of a sign-in', () => {
  const cases = Object.keys(accounts).flatMap((account) =>
    Object.keys(policies).map((name) => [account, name] as const),
  );

  it.each(cases)('is what the pages do, with %s and %s', async (account, name) => {
    await policy(policies[name] ?? {});
    const user = (await accounts[account]?.()) as Awaited<ReturnType<typeof addUser>>;
    const { first } = signInPolicySchema.parse(policies[name]);
    if (first.includes('password') && account !== 'no password') {
      const page = await openPage(issuer, web);
      const shown = await page.answer({ identifier: user.username ?? '', password });
      const { next } = await explain({ userId: user.id, verifications: ['PASSWORD'] });
      expect(next).toMatchObject(shownAs(shown));
    }
    const page = await openPage(issuer, web);
    const sent = await page.answer({ way: 'email-code', identifier: user.email ?? '' });
    if (sent.step?.name !== 'code') return;
    const shown = await page.answer({ code: await codeFor(issuer, user.email ?? '') });
    const { next } = await explain({ identifier: ` ${user.email?.toUpperCase()}`, verifications: ['EMAIL'] });
    expect(next).toMatchObject(shownAs(shown));
  });

  it('names what is missing for each way, and the rule that decides', async () => {
    const user = await addUser(issuer.database.prisma, { ...verified, passwordHash: null });
    expect(await explain({ userId: user.id, applicationId: application.id })).toMatchObject({
      userId: user.id,
      isApplicationUsable: true,
      next: { step: 'IDENTIFY', rule: 'policy.first' },
      ways: [
        { way: 'PASSKEY', isUsable: false, missing: 'The account has no passkey.' },
        { way: 'PASSWORD', isUsable: false, missing: 'The account has no password.' },
        { way: 'EMAIL_CODE', isUsable: true, missing: null, next: { isReady: true, rule: null } },
      ],
      locks: [],
    });
    await policy({ second: { required: 'always' } });
    const { next } = await explain({ userId: user.id, verifications: ['EMAIL'] });
    expect(next).toMatchObject({ step: 'ENROL_TOTP', ways: ['ENROL_PASSKEY'], rule: 'policy.second.required' });
    expect(await explain({ identifier: 'nobody@example.com', verifications: ['EMAIL'] })).toMatchObject({
      userId: null,
      next: { refused: 'UNKNOWN_ACCOUNT', rule: 'policy.signUp.isOpen' },
    });
    const stepUp = await explain({
      userId: (await accounts['an account']?.())?.id,
      needsSecondFactor: true,
      verifications: ['PASSWORD'],
    });
    expect(stepUp.next).toMatchObject({ step: 'ENROL_TOTP', rule: 'request.level' });
  });

  it('names the reason for a refusal as the attempt does', async () => {
    const user = await addUser(issuer.database.prisma, { ...verified, suspendedAt: new Date() });
    const page = await openPage(issuer, web);
    await page.answer({ identifier: user.username ?? '', password });
    const attempts = 'query ($id: ID!) { signInAttempts(filter: { userId: $id }) { nodes { entries { reason } } } }';
    const [{ entries }] = (await administrator.ask(attempts, { id: user.id })).signInAttempts.nodes;
    const { next } = await explain({ userId: user.id, verifications: ['PASSWORD'] });
    expect(next).toMatchObject({
      refused: entries.at(-1).reason,
      explanation: 'The account is suspended.',
      rule: 'user.suspendedAt',
    });
  });

  it('does not count what the account does not have', async () => {
    const user = await addUser(issuer.database.prisma, { ...verified, passwordHash: null });
    for (const kind of ['PASSWORD', 'PASSKEY', 'TOTP', 'BACKUP_CODE'])
      expect((await explain({ userId: user.id, verifications: [kind] })).next).toMatchObject({ step: 'IDENTIFY' });
    const unknown = { identifier: 'nobody@example.com', verifications: ['PASSWORD'] };
    expect((await explain(unknown)).next).toMatchObject({ step: 'IDENTIFY' });
  });

  it('shows until when which limit locks the user, and changes nothing', async () => {
    const user = await addUser(issuer.database.prisma, verified);
    const page = await openPage(issuer, web);
    for (let attempt = 0; attempt < 10; attempt++)
      await page.answer({ identifier: user.email ?? '', password: 'a wrong password' });
    const { locks } = await explain({ userId: user.id });
    expect(locks).toMatchObject([{ flow: 'PASSWORD', deviceId: null, failures: 10 }]);
    const shown = await page.answer({ identifier: user.email ?? '', password });
    expect(shown).toMatchObject({ status: 429, problem: { until: locks[0].until } });
    // A known device has a limit of its own.
    expect((await explain({ userId: user.id, knownDevice: true })).locks).toEqual([]);
    const before = await issuer.database.prisma.signInAttempt.count();
    await explain({ userId: user.id, verifications: ['PASSWORD'] });
    expect(await issuer.database.prisma.signInAttempt.count()).toBe(before);
  });

  it('is the same in REST, for one user or identifier', async () => {
    const user = await addUser(issuer.database.prisma, verified);
    const { status, json } = await administrator.rest(
      `GET /sign-in/explanation?userId=${user.id}&verifications=password&applicationId=${application.id}`,
    );
    expect({ status, json }).toMatchObject({ status: 200, json: { userId: user.id, next: { isReady: true } } });
    for (const wrong of ['', `?userId=${user.id}&identifier=x`, '?identifier=x&verifications=session'])
      expect(await administrator.rest(`GET /sign-in/explanation${wrong}`)).toMatchObject({ status: 422 });
    const unknown = await administrator.rest('GET /sign-in/explanation?userId=nonsense&applicationId=app_x');
    expect(unknown.json).toMatchObject({ userId: null, isApplicationUsable: false });
  });
});

it('a second factor is skipped in a browser that the user trusts, where the policy allows that', async () => {
  const user = await appUsers(issuer)();
  const next = async (input: object) =>
    (await explain({ userId: user.id, verifications: ['PASSWORD'], ...input })).next;
  expect(await next({ knownDevice: true })).toMatchObject({ step: 'TOTP' });
  await policy({ second: { trustedDeviceDays: 30 } });
  expect(await next({})).toMatchObject({ step: 'TOTP' });
  expect(await next({ knownDevice: true })).toMatchObject({ isReady: true });
});
