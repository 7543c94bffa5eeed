import { describe, expect, test } from 'vitest';
import { perFile } from '../support/per-file.ts';
import { visitUpstream } from '../support/upstreams/person.ts';
import type { Page } from './people.ts';
import { startPeopleElsewhere } from './providers.ts';

/** Attacks on the way to a provider and back. */
const people = perFile(startPeopleElsewhere);

const upstreamOf = async (page: Page, providerId: string) =>
  (await page.answer({ way: `identity:${providerId}` })).step?.details.next ?? '';

describe('F2, F6: a response that Eve has got at a provider', () => {
  test('opened by Ada, signs no one in in her browser, and Ada is not signed in as Eve', async () => {
    people.elsewhere();
    const { id } = await people.provider();
    const [eves, adas] = [await people.open(), await people.open()];
    const { url } = await visitUpstream(await upstreamOf(eves, id));
    const response = await adas.visitor.fetch(url);
    expect(response.status).toBe(303);
    const led = await adas.visitor.fetch(new URL(response.headers.get('location') ?? '', url));
    expect(led.status).toBe(410);
    expect(await adas.get()).toMatchObject({ step: { name: 'identify' } });
  });

  test('of Ada, whom Eve has sent to the provider with the address of her own sign-in, does not sign Eve in as Ada', async () => {
    const ada = people.elsewhere();
    const { id } = await people.provider();
    const [eves, adas] = [await people.open(), await people.open()];
    const { url } = await visitUpstream(await upstreamOf(eves, id));
    const response = await adas.visitor.fetch(url);
    expect((await adas.visitor.fetch(new URL(response.headers.get('location') ?? '', url))).status).toBe(410);
    expect(await eves.get()).toMatchObject({ step: { name: 'upstream', details: {} } });
    expect(JSON.stringify(await eves.get())).not.toContain(ada.email);
    expect((await eves.answer({})).next).toBeUndefined();
    expect(await people.issuer.database.prisma.user.count({ where: { email: ada.email } })).toBe(0);
  });

  test.each<[string, (parameters: URLSearchParams, ofAda: URLSearchParams) => void]>([
    ['with the state of Ada', (parameters, ofAda) => parameters.set('state', ofAda.get('state') ?? '')],
    ['with the code of Ada', (parameters, ofAda) => parameters.set('code', ofAda.get('code') ?? '')],
  ])('%s, signs in neither as the other', async (_, change) => {
    const { id } = await people.provider();
    const [eves, adas] = [await people.open(), await people.open()];
    people.elsewhere();
    const ofEve = new URL((await visitUpstream(await upstreamOf(eves, id))).url);
    const ada = people.elsewhere();
    const ofAda = new URL((await visitUpstream(await upstreamOf(adas, id))).url);
    change(ofEve.searchParams, ofAda.searchParams);
    await eves.visitor.fetch(ofEve);
    for (const page of [eves, adas]) {
      await page.get();
      expect((await page.answer({})).next).toBeUndefined();
    }
    expect(await people.prisma.user.count({ where: { email: ada.email } })).toBe(0);
  });

  test('sent to the address of another provider changes nothing', async () => {
    people.elsewhere();
    const [{ id }, other] = [await people.provider(), await people.provider()];
    const page = await people.open();
    const url = new URL((await visitUpstream(await upstreamOf(page, id))).url);
    const moved = new URL(url.href.replace(id, other.id));
    expect((await page.visitor.fetch(moved)).status).toBe(410);
    expect((await page.visitor.fetch(url)).status).toBe(303);
    await page.get();
    expect(await page.answer({})).toMatchObject({ next: expect.any(String) });
  });
});

describe('F9: an address of a private network', () => {
  test.each([
    ['as issuer', { issuer: 'https://169.254.169.254' }],
    ['as issuer, by a name', { issuer: 'https://metadata.localhost' }],
  ])('%s is not called', async (_, oidc) => {
    const settings = { ...people.upstream.settings, ...oidc, tenant: null };
    const { id } = await people.provider({ settings });
    const page = await people.open();
    expect(await page.answer({ way: `identity:${id}` })).toMatchObject({ problem: { name: 'provider-failed' } });
    const { lastError } = await people.prisma.identityProvider.findUniqueOrThrow({ where: { id } });
    expect(lastError).toContain('The host is not on the public internet.');
  });

  test.each(['token_endpoint', 'jwks_uri', 'userinfo_endpoint'])('is not called as %s of a provider', async (name) => {
    const { email } = people.elsewhere();
    const { id } = await people.provider();
    people.upstream.claimsIn = 'userinfo';
    people.upstream.lie({ discovery: (metadata) => ({ ...metadata, [name]: 'https://169.254.169.254/latest' }) });
    await people.goThrough(await people.open(), id);
    people.upstream.lie(null);
    people.upstream.claimsIn = 'id-token';
    expect(await people.prisma.user.count({ where: { email } })).toBe(0);
    const { lastError } = await people.prisma.identityProvider.findUniqueOrThrow({ where: { id } });
    expect(lastError).toBe('https://169.254.169.254/latest: The host is not on the public internet.');
  });
});
