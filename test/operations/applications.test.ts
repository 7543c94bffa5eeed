import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addApplicationSecret } from '../../src/operations/applications/add-application-secret.ts';
import { assignApplicationRoles } from '../../src/operations/role-assignments/role-assignments.ts';
import { createApplication } from '../../src/operations/applications/create-application.ts';
import { deleteApplication } from '../../src/operations/applications/delete-application.ts';
import { revokeApplicationSecret } from '../../src/operations/applications/revoke-application-secret.ts';
import { setApplicationSuspended } from '../../src/operations/applications/set-application-suspended.ts';
import { setApplicationTokenExchange } from '../../src/operations/applications/set-application-token-exchange.ts';
import { updateApplication } from '../../src/operations/applications/update-application.ts';
import { consoleClientId } from '../../src/vocabulary/built-in-applications.ts';
import { refusalOf, startKernel } from '../support/kernel.ts';
import { perFile, perTest } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';

const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

const stored = (id: string) =>
  kernel.database.prisma.application.findUniqueOrThrow({
    where: { id },
    include: { secrets: { omit: { hash: false } } },
  });
const keys = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { public: publicKey.export({ format: 'jwk' }), private: privateKey.export({ format: 'jwk' }) };
};
const addSecret = (changes: object = {}) =>
  kernel.run(addApplicationSecret, { applicationId: w.service, name: 'one', ...changes });

describe('a new application', () => {
  test('has secure defaults', async () => {
    const { output } = await kernel.run(createApplication, { name: 'App', type: 'TRADITIONAL_WEB' });
    const safe = {
      isThirdParty: false,
      tokenExchangeAllowed: false,
      pkceRequired: true,
      jwks: null,
      suspendedAt: null,
    };
    expect(await stored(output.application)).toMatchObject({ ...safe, redirectUris: [], secrets: [], version: 1 });
  });

  test('is usable at once: with token exchange allowed, with roles, and with a first secret', async () => {
    const given = { tokenExchangeAllowed: true, roleIds: [w.role, w.role], secret: { name: 'first' } };
    const { output, events } = await kernel.run(createApplication, {
      name: 'App',
      type: 'MACHINE_TO_MACHINE',
      ...given,
    });
    const made = await stored(output.application);
    expect(made).toMatchObject({ tokenExchangeAllowed: true, version: 1, secrets: [{ name: 'first' }] });
    const hash = createHash('sha256')
      .update(output.secret ?? '')
      .digest();
    expect(Buffer.from(made.secrets[0]?.hash ?? [])).toEqual(hash);
    expect(events.map(({ type }) => type)).toEqual([
      'Application.Created',
      'Application.Roles.Updated',
      'Application.Secrets.Updated',
    ]);
    expect(JSON.stringify(events)).not.toContain(output.secret?.slice(0, 9));
  });

  test('has no secret and no roles if none are given', async () => {
    const { output, events } = await kernel.run(createApplication, { name: 'App', type: 'MACHINE_TO_MACHINE' });
    expect(output.secret).toBe(null);
    expect(events.map(({ type }) => type)).toEqual(['Application.Created']);
  });

  test.each([
    [{ type: 'NATIVE', pkceRequired: false }, ['pkceRequired']],
    [{ type: 'MACHINE_TO_MACHINE', redirectUris: ['https://a.example/'] }, ['redirectUris']],
    [{ type: 'SINGLE_PAGE', redirectUris: ['https://a.example/', 'http://a.example/'] }, ['redirectUris.1']],
    [{ type: 'TRADITIONAL_WEB', corsOrigins: ['https://a.example/'] }, ['corsOrigins.0']],
    [{ type: 'TRADITIONAL_WEB', jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }, ['jwks.keys.0']],
    [{ type: 'TRADITIONAL_WEB', redirectUris: Array(101).fill('https://a.example/') }, ['redirectUris']],
    [{ type: 'MACHINE_TO_MACHINE', grantTypes: ['AUTHORIZATION_CODE'] }, ['grantTypes.0']],
    [{ type: 'NATIVE', grantTypes: ['AUTHORIZATION_CODE', 'CLIENT_CREDENTIALS'] }, ['grantTypes.1']],
    [{ type: 'OTHER' }, ['type']],
    [{ type: 'NATIVE', tokenExchangeAllowed: true }, ['tokenExchangeAllowed']],
    [{ type: 'TRADITIONAL_WEB', isThirdParty: true, tokenExchangeAllowed: true }, ['tokenExchangeAllowed']],
    [{ type: 'MACHINE_TO_MACHINE', managementApiAllowed: true }, ['managementApiAllowed']],
    [{ type: 'NATIVE', secret: { name: 'first' } }, ['secret']],
    [{ type: 'TRADITIONAL_WEB', secret: { name: '' } }, ['secret.name']],
    [{ type: 'TRADITIONAL_WEB', secret: { name: 'first', expiresAt: '2001-01-01T00:00:00Z' } }, ['secret.expiresAt']],
    [{ type: 'TRADITIONAL_WEB', secret: { name: 'first', value: 'chosen' } }, ['secret.value']],
    [{ type: 'TRADITIONAL_WEB', id: 'app_mine' }, ['id']],
  ])('is refused with %j', async (settings, paths) => {
    const run = kernel.run(createApplication, { name: 'App', ...settings } as never);
    expect(await refusalOf(run)).toMatchObject({ code: 'BAD_USER_INPUT', paths });
  });

  test('is refused with a private key, which the error does not contain', async () => {
    const jwks = { keys: [keys().private] };
    const refusal = await refusalOf(kernel.run(createApplication, { name: 'App', type: 'MACHINE_TO_MACHINE', jwks }));
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['jwks.keys.0'] });
    expect(JSON.stringify(refusal)).not.toContain(jwks.keys[0]?.d);
  });
});

describe('the grants of an application', () => {
  test.each([
    ['MACHINE_TO_MACHINE', ['CLIENT_CREDENTIALS']],
    ['TRADITIONAL_WEB', ['AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'CLIENT_CREDENTIALS']],
    ['SINGLE_PAGE', ['AUTHORIZATION_CODE', 'REFRESH_TOKEN']],
    ['NATIVE', ['AUTHORIZATION_CODE', 'REFRESH_TOKEN']],
  ] as const)('are those that its type allows if none are given: %s', async (type, grantTypes) => {
    const { output } = await kernel.run(createApplication, { name: 'App', type });
    expect((await stored(output.application)).grantTypes).toEqual(grantTypes);
  });
});

describe('a change of an application', () => {
  test('is validated against the resulting record, not only its input', async () => {
    const uris = { redirectUris: ['com.example.app:/callback'] };
    expect(await refusalOf(kernel.run(updateApplication, { applicationId: w.browser, ...uris }))).toMatchObject({
      paths: ['redirectUris.0'],
    });
    expect(
      await refusalOf(kernel.run(updateApplication, { applicationId: w.browser, pkceRequired: false })),
    ).toMatchObject({
      paths: ['pkceRequired'],
    });
    const jwks = { keys: [keys().public] };
    expect(await refusalOf(kernel.run(updateApplication, { applicationId: w.browser, jwks }))).toMatchObject({
      paths: ['jwks'],
    });
  });

  test('removes the keys with null, and keeps them if omitted', async () => {
    const jwks = { keys: [keys().public] };
    await kernel.run(updateApplication, { applicationId: w.service, jwks });
    await kernel.run(updateApplication, { applicationId: w.service, name: 'Still with keys' });
    expect((await stored(w.service)).jwks).toEqual(jwks);
    const { events } = await kernel.run(updateApplication, { applicationId: w.service, jwks: null });
    expect(events).toMatchObject([{ data: { application: { jwks: null }, changed: ['jwks'] } }]);
    expect((await kernel.run(updateApplication, { applicationId: w.service, jwks: null })).events).toEqual([]);
  });

  test('cannot change its type', async () => {
    const run = kernel.run(updateApplication, { applicationId: w.browser, type: 'TRADITIONAL_WEB' } as never);
    expect(await refusalOf(run)).toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});

describe('a secret', () => {
  test('has more than 256 random bits, is returned once, and is stored as a hash only', async () => {
    const { output, events } = await addSecret();
    expect(output.secret).toMatch(/^[\w-]{54}$/);
    const [kept] = (await stored(w.service)).secrets;
    expect(Buffer.from(kept?.hash ?? [])).toEqual(createHash('sha256').update(output.secret).digest());
    expect(kept).toMatchObject({ id: output.applicationSecret, prefix: output.secret.slice(0, 8), expiresAt: null });
    expect(JSON.stringify({ kept, events })).not.toContain(output.secret.slice(0, 9));
    expect(JSON.stringify(events)).not.toMatch(/hash/i);
  });

  test('is unique among several', async () => {
    const secrets = [await addSecret(), await addSecret({ name: 'two' })].map(({ output }) => output.secret);
    expect(new Set(secrets).size).toBe(2);
    expect((await stored(w.service)).secrets).toHaveLength(2);
  });

  test('cannot belong to a public application', async () => {
    expect(await refusalOf(addSecret({ applicationId: w.browser }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['applicationId'],
    });
  });

  test('must have a valid expiry in the future', async () => {
    const now = kernel.now().toISOString();
    for (const expiresAt of [now, '2020-01-01T00:00:00Z', 'tomorrow', '2027-02-30T00:00:00Z', '2027-01-01']) {
      expect(await refusalOf(addSecret({ expiresAt }))).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['expiresAt'] });
    }
  });

  test('has a unique name within its application', async () => {
    await addSecret();
    expect(await refusalOf(addSecret())).toMatchObject({ code: 'TAKEN', paths: ['name'] });
    expect((await addSecret({ applicationId: w.application })).events).toHaveLength(1);
  });

  test('is one of at most twenty per application', async () => {
    const data = Array.from({ length: 20 }, (_, index) => ({
      id: `app_secret_${w.n}_${index}`,
      applicationId: w.service,
      name: `old ${index}`,
      hash: new Uint8Array(32),
      prefix: 'abcdefgh',
    }));
    await kernel.database.prisma.applicationSecret.createMany({ data });
    expect(await refusalOf(addSecret())).toMatchObject({ code: 'CONFLICT', paths: ['applicationId'] });
    await kernel.run(revokeApplicationSecret, { applicationId: w.service, secretId: `app_secret_${w.n}_7` });
    expect((await addSecret()).events).toHaveLength(1);
  });

  test('can be revoked through its own application only', async () => {
    const run = kernel.run(revokeApplicationSecret, { applicationId: w.service, secretId: w.secret });
    expect(await refusalOf(run)).toMatchObject({ code: 'NOT_FOUND', paths: ['secretId'] });
    expect((await stored(w.application)).secrets).toHaveLength(1);
  });
});

describe('the version of an application', () => {
  const version = async () => (await stored(w.application)).version;

  test('is incremented by every change of its record, secrets and roles, so that cached copies are detected as stale', async () => {
    const id = w.application;
    const steps = [
      () => kernel.run(updateApplication, { applicationId: id, name: 'Shop 2' }),
      () => kernel.run(setApplicationTokenExchange, { applicationId: id, tokenExchangeAllowed: true }),
      () => kernel.run(setApplicationSuspended, { applicationId: id, isSuspended: true }),
      () => kernel.run(setApplicationSuspended, { applicationId: id, isSuspended: false }),
      () => kernel.run(addApplicationSecret, { applicationId: id, name: 'two' }),
      () => kernel.run(revokeApplicationSecret, { applicationId: id, secretId: w.secret }),
    ];
    const counted = [];
    for (const step of steps) {
      await step();
      counted.push(await version());
    }
    expect(counted).toEqual([2, 3, 4, 5, 6, 7]);
    await kernel.run(updateApplication, { applicationId: id, name: 'Shop 2' });
    await kernel.run(setApplicationSuspended, { applicationId: id, isSuspended: false });
    expect(await version()).toBe(7);
    await kernel.run(assignApplicationRoles, { applicationId: id, roleIds: [w.otherRole] });
    expect(await version()).toBe(8);
  });
});

describe('tokens of an application', () => {
  test.each([
    ['its suspension', () => kernel.run(setApplicationSuspended, { applicationId: w.application, isSuspended: true })],
    ['its deletion', () => kernel.run(deleteApplication, { applicationId: w.application })],
  ])('end with %s, while users stay signed in and other applications keep theirs', async (_title, run) => {
    const record = { payload: {}, userId: w.user };
    await kernel.database.prisma.oidcRecord.createMany({
      data: [
        { ...record, model: 'RefreshToken', key: `a${w.n}`, clientId: w.application },
        { ...record, model: 'RefreshToken', key: `b${w.n}`, clientId: w.browser },
      ],
    });
    await run();
    const left = await kernel.database.prisma.oidcRecord.findMany({
      where: { userId: w.user, model: { not: 'Grant' } },
      orderBy: { model: 'asc' },
    });
    expect(left.map(({ key }) => key)).toEqual([`b${w.n}`, `session ${w.n}`]);
  });
});

describe('the application of the console', () => {
  test('cannot be updated, suspended or deleted', async () => {
    const application = consoleClientId;
    await kernel.database.prisma.application.upsert({
      where: { id: application },
      update: {},
      create: { id: application, name: 'Mandate', type: 'SINGLE_PAGE' },
    });
    const before = await stored(application);
    const attempts = [
      kernel.run(updateApplication, { applicationId: application, redirectUris: ['https://evil.example/'] }),
      kernel.run(setApplicationSuspended, { applicationId: application, isSuspended: true }),
      kernel.run(deleteApplication, { applicationId: application }),
    ];
    const refusals = await Promise.all(attempts.map((attempt) => refusalOf(attempt)));
    expect(refusals.map(({ code }) => code)).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT']);
    expect(await stored(application)).toEqual(before);
  });
});
