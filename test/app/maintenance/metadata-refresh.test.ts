import { beforeEach, describe, expect, test } from 'vitest';
import { refreshMetadata } from '../../../src/app/maintenance/metadata-refresh.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { addSamlProvider, providerEnvironment } from '../../support/upstreams/identity-providers.ts';
import { startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { ofProvider, ofStranger } from '../../support/upstreams/saml-keys.ts';
import { startSamlUpstream } from '../../support/upstreams/saml-provider.ts';

const issuer = perFile(() => startIssuer({ environment: providerEnvironment }));
const other = perFile(() => startIssuer({ environment: providerEnvironment, beside: issuer }));
const upstream = perFile(() => startSamlUpstream());
const logged: string[] = [];
const logger = createLogger('warn', { write: (line) => void logged.push(line) });

beforeEach(async () => {
  upstream.restore();
  upstream.setKeys(ofProvider);
  upstream.announce({});
  upstream.paths.length = 0;
  await issuer.database.prisma.identityProvider.deleteMany();
});

const day = 86_400_000;
/** A run in a process, a day after the providers were added, or later. */
const refresh = (days = 1, { database, execute, ids, identityProviders, clock }: TestIssuer = issuer) =>
  refreshMetadata(database, new Date(clock.now().getTime() + days * day), { execute, ids, identityProviders, logger });
const add = (data: Parameters<typeof addSamlProvider>[2] = {}) => addSamlProvider(issuer, upstream, data);
const stored = async (id: string) => {
  const row = await issuer.database.prisma.identityProvider.findUniqueOrThrow({ where: { id } });
  return { ...row, pems: (row.settings as { certificates: { pem: string }[] }).certificates.map(({ pem }) => pem) };
};
const pem = ({ certificate }: typeof ofProvider): string => `${certificate}\n`;
const eventsAbout = (subjectId: string) =>
  issuer.database.prisma.event.findMany({ where: { subjectId }, orderBy: { sequence: 'asc' } });
const reads = () => upstream.paths.filter((path) => path === '/metadata').length;

describe('metadata', () => {
  test('is read once a day: changed certificates are taken over by the platform, with an event', async () => {
    const { id } = await add();
    upstream.setKeys(ofStranger, ofProvider);
    await refresh(0.99);
    expect(reads()).toBe(0);
    await refresh();
    expect(await stored(id)).toMatchObject({ pems: [pem(ofStranger), pem(ofProvider)], version: 2 });
    expect(await eventsAbout(id)).toMatchObject([
      {
        type: 'IdentityProvider.Data.Updated',
        data: { changed: ['saml.certificates'], previous: { 'saml.certificates': [{ pem: pem(ofProvider) }] } },
        actor: { kind: 'platform' },
        cause: { channel: 'platform', operation: 'refreshIdentityProvider' },
      },
    ]);
    await refresh();
    expect(reads()).toBe(1);
    await refresh(2.01);
    expect(reads()).toBe(2);
  });

  test('is read without a change if it is the same', async () => {
    const { id, updatedAt } = await add();
    await refresh();
    expect(reads()).toBe(1);
    expect(await stored(id)).toMatchObject({ version: 1, updatedAt, lastError: null });
    expect(await eventsAbout(id)).toEqual([]);
  });

  test('is read by one of several processes', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await add()).id));
    upstream.setKeys(ofStranger);
    await Promise.all([refresh(1, issuer), refresh(1, other), refresh(1, issuer), refresh(1, other)]);
    expect(reads()).toBe(8);
    for (const id of ids) expect(await eventsAbout(id)).toHaveLength(1);
  });

  test('is never taken over if it is of another entity: its people would be others', async () => {
    const { id } = await add();
    upstream.setKeys(ofStranger);
    upstream.announce({ entityId: 'https://elsewhere.example/saml' });
    await refresh();
    const { pems, lastError, version } = await stored(id);
    expect({ pems, version }).toEqual({ pems: [pem(ofProvider)], version: 1 });
    expect(lastError).toBe('The metadata is of another entity: https://elsewhere.example/saml.');
    expect(await eventsAbout(id)).toMatchObject([{ type: 'IdentityProvider.Failing' }]);
  });

  test('is a failure of the provider if it cannot be read: it keeps its certificates, and is reported once', async () => {
    const { id } = await add();
    upstream.intercept('/metadata', (_, response) => void response.writeHead(503).end());
    await refresh();
    await refresh(2.01);
    const { pems, lastError } = await stored(id);
    expect(pems).toEqual([pem(ofProvider)]);
    expect(lastError).toContain('The response has the status 503.');
    expect(await eventsAbout(id)).toMatchObject([{ type: 'IdentityProvider.Failing' }]);
    upstream.restore();
    upstream.setKeys(ofStranger);
    await refresh(3.02);
    expect(await stored(id)).toMatchObject({ pems: [pem(ofStranger)], lastError: null });
  });

  test('is not read at a private address', async () => {
    const { id } = await add({ settings: { metadataUrl: 'https://10.0.0.1/metadata' } });
    await refresh();
    expect((await stored(id)).lastError).toContain('not on the public internet');
  });

  test('is not read of a provider that is disabled, and is read when it is enabled again', async () => {
    const { id } = await add({ isEnabled: false });
    await refresh(10);
    expect(reads()).toBe(0);
    await issuer.database.prisma.identityProvider.update({ where: { id }, data: { isEnabled: true } });
    await refresh(10);
    expect(reads()).toBe(1);
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['is deleted', (id) => issuer.database.prisma.identityProvider.deleteMany({ where: { id } })],
    [
      'gets another address',
      async (id) => {
        const { settings } = await stored(id);
        const moved = { settings: { ...(settings as object), metadataUrl: 'https://login.example.com/metadata' } };
        await issuer.database.prisma.identityProvider.update({ where: { id }, data: moved });
      },
    ],
  ])('is not taken over if the provider %s meanwhile', async (_, change) => {
    const { id } = await add();
    upstream.setKeys(ofStranger);
    const document = await (await fetch(upstream.metadataUrl)).text();
    upstream.intercept('/metadata', async (__, response) => {
      await change(id);
      response.end(document);
    });
    await refresh();
    expect(await eventsAbout(id)).toEqual([]);
    expect(logged).toEqual([]);
  });
});
