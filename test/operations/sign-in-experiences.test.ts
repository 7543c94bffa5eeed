import { describe, expect, it } from 'vitest';
import { signInPolicySchema } from '../../src/domain/flow/policy.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { setConnectorEnabled } from '../../src/operations/connectors/set-connector-enabled.ts';
import { defaultExperienceId } from '../../src/vocabulary/sign-in-experience.ts';
import { updateSignInExperience } from '../../src/operations/sign-in-experiences/update-sign-in-experience.ts';
import { actorWith, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile, perTest } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';

const kernel = perFile(startKernel);
const records = perTest(() => makeRecords(kernel));

const update = (input: object) =>
  kernel.run(updateSignInExperience, { signInExperienceId: records.signInExperience, ...input });
const stored = async () => {
  const where = { id: records.signInExperience };
  const { policy, tests, version } = await kernel.database.prisma.signInExperience.findUniqueOrThrow({ where });
  return { policy: signInPolicySchema.parse(policy), tests, version };
};
/** A test, whose name is its own. */
const policyTest = (name: string, given: object, expectation: object) => ({ name, given, expect: expectation });
const administrator = { isAdministrator: true };

describe('a change of the policy', () => {
  it('keeps omitted fields, and replaces lists', async () => {
    const defaults = signInPolicySchema.parse({});
    const { events } = await update({
      policy: { second: { ways: ['totp'] }, signUp: { domains: { deny: ['spam.example'] } } },
    });
    const expected = {
      ...defaults,
      second: { ...defaults.second, ways: ['totp'] },
      signUp: { ...defaults.signUp, domains: { allow: [], deny: ['spam.example'] } },
    };
    expect((await stored()).policy).toEqual(expected);
    expect(events).toMatchObject([
      {
        type: 'SignInExperience.Data.Updated',
        subjectId: records.signInExperience,
        data: { signInExperience: { policy: expected }, changed: ['policy.second.ways', 'policy.signUp.domains.deny'] },
      },
    ]);
    await update({ policy: { signUp: { terms: 'https://example.com/terms' } } });
    await update({ policy: { signUp: { terms: null } } });
    expect((await stored()).policy).toEqual(expected);
  });

  it.each([
    ['no way', { first: [] }, 'policy.first'],
    ['an unknown way', { first: ['sms'] }, 'policy.first.0'],
    ['an unknown field', { third: {} }, 'policy.third'],
    ['null for a part', { second: null }, 'policy.second'],
    ['a short minimum', { password: { minimum: 4 } }, 'policy.password.minimum'],
    ['a required factor without ways', { second: { required: 'always', ways: ['backup-code'] } }, 'policy'],
    ['accounts without identifiers', { signUp: { verifies: [] } }, 'policy'],
  ])('is refused with %s', async (_what, policy, path) => {
    const before = await stored();
    expect(await refusalOf(update({ policy }))).toMatchObject({ code: 'BAD_USER_INPUT', paths: [path] });
    expect(await stored()).toEqual(before);
  });

  it('requires sign-in:write', async () => {
    const others = actorWith('users:write', 'sign-in:read');
    const change = kernel.run(updateSignInExperience, { signInExperienceId: records.signInExperience }, others);
    expect(await refusalOf(change)).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('tests of a policy', () => {
  const needsFactor = policyTest(
    'Administrators need a second factor',
    { account: administrator, verifications: ['password'] },
    { step: 'enrol-totp', ways: ['enrol-passkey'] },
  );

  it('refuse a change that breaks one, with its name, what it expects and what the policy leads to', async () => {
    const strict = { second: { required: 'for-administrators' } };
    await update({
      policy: strict,
      tests: [
        policyTest('Passwords are enough', { account: {}, verifications: ['password'] }, { isReady: true }),
        needsFactor,
      ],
    });
    const before = await stored();
    const refusal = await refusalOf(update({ policy: { second: { required: 'never' } } }));
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['policy'] });
    const failing = update({ policy: { second: { required: 'never' } } });
    await expect(failing).rejects.toMatchObject({
      problems: [
        {
          message:
            'The test "Administrators need a second factor" expects enrol-totp, or enrol-passkey, but the policy leads to ready.',
        },
      ],
    });
    expect(await stored()).toEqual(before);
    await update({ policy: { second: { required: 'never' } }, tests: [] });
    expect((await stored()).tests).toEqual([]);
  });

  it('are refused at their place if the policy fails them', async () => {
    const right = policyTest(
      'Unknown people cannot sign up',
      { verifications: ['email'] },
      { refused: 'unknown-account' },
    );
    const refusal = await refusalOf(update({ tests: [right, needsFactor] }));
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['tests.1'] });
    await update({ tests: [right] });
    const opened = await refusalOf(update({ policy: { signUp: { isOpen: true } } }));
    expect(opened).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['policy'] });
  });

  it.each([
    ['two results', { step: 'totp', isReady: true }],
    ['no result', {}],
    ['a result that is not ready', { isReady: false }],
    ['ways without a step', { isReady: true, ways: ['totp'] }],
    ['an unknown step', { step: 'dance' }],
  ])('are refused with %s', async (_what, then) => {
    const refusal = await refusalOf(update({ tests: [policyTest('Broken', { account: {} }, then)] }));
    expect(refusal.code).toBe('BAD_USER_INPUT');
    expect(refusal.paths[0]).toMatch(/^tests\.0\.expect/);
  });

  it('are at most 100', async () => {
    const many = Array.from({ length: 101 }, (_, index) => policyTest(`${index}`, {}, { step: 'identify' }));
    expect(await refusalOf(update({ tests: many }))).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['tests'] });
    await update({ tests: many.slice(1) });
    expect((await stored()).tests).toHaveLength(100);
  });

  it.each([
    ['before anything is proven', { account: { isSuspended: true } }, { step: 'identify' }],
    [
      'a suspended account',
      { account: { isSuspended: true }, verifications: ['password'] },
      { refused: 'account-suspended' },
    ],
    [
      'a second factor',
      { account: { factors: ['totp', 'backup-code'] }, verifications: ['password'] },
      { step: 'totp', ways: ['backup-code'] },
    ],
    ['both factors', { account: { factors: ['totp'] }, verifications: ['password', 'totp'] }, { isReady: true }],
    ['a passkey', { account: { factors: ['passkey'] }, verifications: ['passkey'] }, { isReady: true }],
    [
      'an address that is not verified',
      { account: { isEmailVerified: false }, verifications: ['email'] },
      { step: 'password' },
    ],
    ['a level', { account: { factors: ['passkey'] }, verifications: ['password'], level: 2 }, { step: 'passkey' }],
    ['a reset', { purpose: 'reset', account: {}, verifications: ['email'] }, { step: 'new-password' }],
    ['a sign-up while it is closed', { purpose: 'sign-up' }, { refused: 'sign-up-closed' }],
  ])('can be about %s', async (name, given, then) => {
    await update({ tests: [policyTest(name, given, then)] });
    expect(await stored()).toMatchObject({ tests: [{ name }] });
  });
});

describe('ways to sign in that lock everyone out are refused:', () => {
  const only = (way: string) => update({ policy: { first: [way] } });
  const path = { code: 'BAD_USER_INPUT', paths: ['policy.first'] };

  it('codes by email while no email can be sent', async () => {
    expect(await refusalOf(only('email-code'))).toMatchObject(path);
    await kernel.run(setConnectorEnabled, { connectorId: records.connector, isEnabled: true });
    await only('email-code');
    expect((await stored()).policy.first).toEqual(['email-code']);
  });

  it('codes by email whose connector another change disables at the same time', async () => {
    const { connector: connectorId } = records;
    const { prisma } = kernel.database;
    const setWays = (first: ('password' | 'email-code')[]) =>
      kernel.run(updateSignInExperience, { signInExperienceId: defaultExperienceId, policy: { first } });
    await kernel.run(setConnectorEnabled, { connectorId, isEnabled: true });
    await setWays(['password']);
    const disabled = kernel.run(setConnectorEnabled, { connectorId, isEnabled: false });
    const results = await Promise.allSettled([setWays(['email-code']), disabled]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { isEnabled } = await prisma.connector.findUniqueOrThrow({ where: { id: connectorId } });
    const { policy } = await prisma.signInExperience.findUniqueOrThrow({ where: { id: defaultExperienceId } });
    expect(signInPolicySchema.parse(policy).first).toEqual([isEnabled ? 'email-code' : 'password']);
    await setWays(['password']);
  });

  it('passkeys while no administrator has one', async () => {
    expect(await refusalOf(only('passkey'))).toMatchObject(path);
    await kernel.database.prisma.user.update({ where: { id: records.user }, data: { passwordHash: null } });
    await makeAdministrator(records.user);
    await makeAdministrator(records.other);
    expect(await refusalOf(only('passkey'))).toMatchObject(path);
    expect(await refusalOf(only('password'))).toMatchObject(path);
    await kernel.database.prisma.factor.create({
      data: {
        id: ids.next('factor'),
        userId: records.user,
        kind: 'passkey',
        name: 'Laptop',
        credentialId: records.user,
        publicKey: Buffer.alloc(8),
        counter: 0,
        aaguid: '00000000-0000-0000-0000-000000000000',
        isBackedUp: false,
        createdAt: kernel.now(),
      },
    });
    await only('passkey');
    expect((await stored()).policy.first).toEqual(['passkey']);
    await kernel.database.prisma.user.update({ where: { id: records.other }, data: { passwordHash: 'x' } });
    await only('password');
    expect((await stored()).policy.first).toEqual(['password']);
  });

  async function makeAdministrator(userId: string): Promise<void> {
    const { prisma } = kernel.database;
    const scopeIds = await Promise.all(
      ['users:write', 'roles:write'].map(async (name) => {
        const where = { apiResourceId: records.builtIn, name };
        const scope =
          (await prisma.scope.findFirst({ where })) ??
          (await prisma.scope.create({ data: { ...where, id: ids.next('scope') } }));
        return scope.id;
      }),
    );
    const roleId = ids.next('role');
    const scopes = { create: scopeIds.map((scopeId) => ({ scopeId })) };
    await prisma.role.create({ data: { id: roleId, name: roleId, scopes, users: { create: { userId } } } });
  }
});
