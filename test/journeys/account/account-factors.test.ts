import { beforeEach, describe, expect, test } from 'vitest';
import { type Channel, channels, calls, type Member, startAccounts } from '../../support/accounts/account-flows.ts';
import { addAuthenticator } from '../../support/browsers/authenticator.ts';
import { launchChromium } from '../../support/browsers/chromium.ts';
import { perFile } from '../../support/per-file.ts';
import { giveApp, totpCode } from '../../support/totp.ts';

/** People who add, rename and remove the factors of their own accounts, by both channels of the Account API. */
const accounts = perFile(startAccounts);
beforeEach(() => accounts.policy({}));

const factorsOf = (userId: string) =>
  accounts.prisma.factor.findMany({
    where: { userId },
    orderBy: { id: 'asc' },
    select: { id: true, kind: true, name: true },
  });
const lastEvent = async (id: string) => (await accounts.eventsAbout(id)).at(-1);
const factorsChanged = { type: 'User.Data.Updated', data: { changed: ['factors'] } };

/** A person with an app, in a session of the highest level. */
async function withApp(data: object = {}): Promise<{ ada: Member; key: string; factorId: string }> {
  const ada = await accounts.member(data);
  const key = await giveApp(accounts.issuer, ada.id);
  const [factor] = await factorsOf(ada.id);
  const signedIn = await accounts.withApp(ada, totpCode(key, accounts.issuer.clock.now()));
  return { ada: signedIn, key, factorId: factor?.id ?? '' };
}

async function addApp(member: Member, channel: Channel, name?: string) {
  const call = calls[channel];
  const begun = await call(member, { purpose: 'link-factor', factor: 'totp', ...(name !== undefined && { name }) });
  const { id: flowId, version, step } = begun;
  const code = totpCode(step.details.app.key, accounts.issuer.clock.now());
  return { begun, answered: await call(member, { flowId, version, step: 'enrol-totp', fields: { code } }) };
}

describe.each(channels)('by %s', (name) => {
  test('a first authenticator app comes with backup codes, which are stored once they are kept', async () => {
    const ada = await accounts.member();
    const { begun, answered } = await addApp(ada, name, 'My phone');
    expect(begun).toMatchObject({ purpose: 'link-factor', step: { name: 'enrol-totp', details: { app: {} } } });
    expect(answered).toMatchObject({ state: 'open', step: { name: 'backup-codes' } });
    const { backupCodes } = answered.step.details;
    expect(backupCodes).toHaveLength(10);
    expect(await factorsOf(ada.id)).toEqual([]);
    const { version } = await accounts.prisma.user.findUniqueOrThrow({ where: { id: ada.id } });
    const ended = await calls[name](ada, { flowId: begun.id, version: answered.version, step: 'backup-codes' });
    expect(ended).toMatchObject({ state: 'finished', step: null });
    expect(await accounts.prisma.user.findUnique({ where: { id: ada.id } })).toMatchObject({ version: version + 1 });
    const factors = await factorsOf(ada.id);
    expect(factors.filter(({ kind }) => kind === 'backup-code')).toHaveLength(10);
    expect(factors.find(({ kind }) => kind === 'totp')).toMatchObject({ name: 'My phone' });
    expect(await lastEvent(ada.id)).toMatchObject({
      ...factorsChanged,
      cause: { channel: name, operation: 'linkFactor' },
    });
  });

  test('another factor is added without new backup codes, and ends the trust in browsers', async () => {
    const { ada } = await withApp();
    await accounts.prisma.device.updateMany({
      where: { userId: ada.id },
      data: { trustedUntil: new Date(Date.now() + 1e9) },
    });
    await accounts.policy({ second: { ways: ['totp', 'passkey'] } });
    expect((await addApp(ada, name)).answered).toMatchObject({ state: 'finished' });
    expect((await factorsOf(ada.id)).map(({ kind }) => kind)).toEqual(['totp', 'totp']);
    expect(await accounts.prisma.device.count({ where: { userId: ada.id, trustedUntil: { not: null } } })).toBe(0);
  });

  test('a wrong code of the app is a problem of the same step', async () => {
    const ada = await accounts.member();
    const { id: flowId, version } = await calls[name](ada, { purpose: 'link-factor', factor: 'totp' });
    const wrong = await calls[name](ada, { flowId, version, step: 'enrol-totp', fields: { code: '000000' } });
    expect(wrong).toMatchObject({ state: 'open', step: { name: 'enrol-totp' }, problem: { name: 'wrong-code' } });
  });

  test('five wrong codes of the app end the flow, and a right one is too late', async () => {
    const ada = await accounts.member();
    const { id: flowId, version, step } = await calls[name](ada, { purpose: 'link-factor', factor: 'totp' });
    const answer = (at: number, code: string) =>
      calls[name](ada, { flowId, version: at, step: 'enrol-totp', fields: { code } });
    let present = version;
    for (let wrong = 1; wrong < 5; wrong++) {
      const shown = await answer(present, '000000x');
      expect(shown).toMatchObject({ state: 'open', version: present + 1, problem: { name: 'wrong-code' } });
      present = shown.version;
    }
    expect(await answer(present, '000000x')).toMatchObject({ state: 'refused', step: null });
    const right = totpCode(step.details.app.key, accounts.issuer.clock.now());
    expect(await answer(present, right)).toMatchObject({ state: 'refused', step: null });
    expect(await factorsOf(ada.id)).toEqual([]);
    const entries = await accounts.prisma.flowEntry.findMany({ where: { flowId }, orderBy: { id: 'asc' } });
    expect(entries.map(({ outcome, reason }) => [outcome, reason]).slice(-2)).toEqual([
      ['wrong', 'wrong-code'],
      ['refused', 'code-expired'],
    ]);
  });

  test('a passkey begins with options for the browser', async () => {
    const ada = await accounts.member();
    const { step } = await calls[name](ada, { purpose: 'link-factor', factor: 'passkey' });
    expect(step).toMatchObject({
      name: 'enrol-passkey',
      details: { passkey: { challenge: expect.any(String) as string, user: { name: ada.email } } },
    });
  });

  test('a factor is renamed', async () => {
    const { ada, factorId } = await withApp();
    if (name === 'rest') await ada.rest('PATCH', `/factors/${factorId}`, { name: 'Old phone' });
    else
      await ada.graphql(
        'mutation ($id: ID!) { renameMyFactor(input: { factorId: $id, name: "Old phone" }) { account { id } } }',
        {
          id: factorId,
        },
      );
    expect(await factorsOf(ada.id)).toEqual([{ id: factorId, kind: 'totp', name: 'Old phone' }]);
    expect(await lastEvent(ada.id)).toMatchObject(factorsChanged);
  });

  test('the last factor is removed with its backup codes, and ends the trust in browsers', async () => {
    const { ada, factorId } = await withApp();
    await ada.rest('POST', '/backup-codes', {});
    if (name === 'rest') expect((await ada.rest('DELETE', `/factors/${factorId}`)).status).toBe(200);
    else
      await ada.graphql('mutation ($id: ID!) { removeMyFactor(input: { factorId: $id }) { account { id } } }', {
        id: factorId,
      });
    expect(await factorsOf(ada.id)).toEqual([]);
    expect(await lastEvent(ada.id)).toMatchObject(factorsChanged);
  });

  test('backup codes are replaced, and returned once', async () => {
    const { ada } = await withApp();
    const renew = async (): Promise<string[]> =>
      name === 'rest'
        ? (await ada.rest('POST', '/backup-codes', {})).json.backupCodes
        : (await ada.graphql('mutation { renewMyBackupCodes { backupCodes } }')).data.renewMyBackupCodes.backupCodes;
    const [first, second] = [await renew(), await renew()];
    expect(new Set([...first, ...second]).size).toBe(20);
    expect((await factorsOf(ada.id)).filter(({ kind }) => kind === 'backup-code')).toHaveLength(10);
    expect(await lastEvent(ada.id)).toMatchObject(factorsChanged);
    const { data } = await ada.graphql('{ viewer { account { backupCodesLeft } } }');
    expect(data.viewer.account.backupCodesLeft).toBe(10);
  });
});

test('backup codes without a factor that they stand in for are refused', async () => {
  const ada = await accounts.member();
  const { status, json } = await ada.rest('POST', '/backup-codes', {});
  expect([status, json.code]).toEqual([409, 'CONFLICT']);
});

test('a second factor that the policy requires can be replaced, but not removed', async () => {
  const { ada, factorId } = await withApp();
  await accounts.policy({ second: { required: 'always', ways: ['totp'] } });
  const remove = () => ada.rest('DELETE', `/factors/${factorId}`);
  expect((await remove()).status).toBe(409);
  expect((await addApp(ada, 'rest')).answered.state).toBe('finished');
  expect((await remove()).status).toBe(200);
  expect(await factorsOf(ada.id)).toHaveLength(1);
});

test('a factor that the policy does not take is not added', async () => {
  await accounts.policy({ second: { ways: ['passkey'] } });
  const ada = await accounts.member();
  const { status, json } = await ada.rest('POST', '/flows', { purpose: 'link-factor', factor: 'totp' });
  expect([status, json.code]).toEqual([409, 'CONFLICT']);
});

test('a factor of another person, and a backup code, are not found', async () => {
  const [{ ada }, { factorId }] = [await withApp(), await withApp()];
  await ada.rest('POST', '/backup-codes', {});
  const [code] = (await factorsOf(ada.id)).filter(({ kind }) => kind === 'backup-code');
  for (const id of [factorId, code?.id ?? '']) {
    expect((await ada.rest('DELETE', `/factors/${id}`)).status).toBe(404);
    expect((await ada.rest('PATCH', `/factors/${id}`, { name: 'Mine' })).status).toBe(404);
  }
});

test('a passkey that is made in a browser, on a page of the platform, is added', async () => {
  const ada = await accounts.member();
  const {
    id: flowId,
    version,
    step,
  } = await calls.rest(ada, { purpose: 'link-factor', factor: 'passkey', name: 'Laptop' });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await addAuthenticator(page);
    await page.goto(`${accounts.issuer.publicUrl}/reset-password`);
    const passkey = await page.evaluate(async (options: never) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      return JSON.stringify(await navigator.credentials.create({ publicKey }));
    }, step.details.passkey as never);
    const kept = await calls.rest(ada, { flowId, version, step: 'enrol-passkey', fields: { passkey } });
    expect(kept).toMatchObject({ state: 'open', step: { name: 'backup-codes' } });
    const ended = await calls.rest(ada, { flowId, version: kept.version, step: 'backup-codes' });
    expect(ended).toMatchObject({ state: 'finished' });
  } finally {
    await browser.close();
  }
  const factors = (await factorsOf(ada.id)).filter(({ kind }) => kind !== 'backup-code');
  expect(factors).toMatchObject([{ kind: 'passkey', name: 'Laptop' }]);
});
