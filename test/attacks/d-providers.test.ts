import { beforeEach, describe, expect, test } from 'vitest';
import { providerPresetOf } from '../../src/vocabulary/identity-providers/identity-provider-presets.ts';
import type { ShownPage } from '../support/browsers/flow-pages.ts';
import { linkBrowser, linkFor } from '../support/browsers/links.ts';
import { password } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import type { Page } from './people.ts';
import { startPeopleElsewhere } from './providers.ts';

/** Attacks on what links an identity at a provider with an account. */
const people = perFile(startPeopleElsewhere);
beforeEach(() => people.policy({}));

const signedIn = { next: expect.any(String) };
const upstreamOf = async (page: Page, providerId: string) =>
  (await page.answer({ way: `identity:${providerId}` })).step?.details.next ?? '';

describe('D1: an account that Eve has with the address of Ada, which is not verified', () => {
  test.each(['ask', 'automatic'])('is not given to Ada, who comes by a provider (linking: %s)', async (linking) => {
    const { email, sub } = people.elsewhere();
    const eves = await people.person({ email, emailVerifiedAt: null });
    const { id } = await people.provider({ linking });
    const page = await people.open();
    expect(await people.goThrough(page, id)).toMatchObject({ step: { name: 'password' } });
    expect(await people.linked(eves.id)).toEqual([]);
    expect(await people.prisma.userIdentity.count({ where: { subject: sub } })).toBe(0);
  });
});

describe('D2: an address that the provider has not verified', () => {
  const microsoft = { preset: 'microsoft', claims: { ...providerPresetOf('microsoft').claims } };
  test.each<[string, Record<string, unknown>, object]>([
    ['by its word', { email_verified: false }, {}],
    ['for all it says', { email_verified: undefined }, {}],
    ['but says so in a text', { email_verified: 'true' }, {}],
    ['but says so in a number', { email_verified: 1 }, {}],
    ['and which is never trusted', { email_verified: true }, { addressTrust: 'never' }],
    ['of a Microsoft tenant, without xms_edov', { email_verified: true }, microsoft],
  ])('%s links nothing with its account without a proof of it', async (_, claims, data) => {
    const { email, sub } = people.elsewhere(claims);
    const ada = await people.person({ email });
    const { id } = await people.provider({ linking: 'automatic', ...data });
    const page = await people.open();
    expect(await people.goThrough(page, id)).toMatchObject({ step: { name: 'identify' } });
    expect(await people.linked(ada.id)).toEqual([]);
    const code = await people.codeAfter(email, () => page.answer({ identifier: email }));
    expect(await page.answer({ code })).toMatchObject({ step: { name: 'confirm-identity' } });
    expect(await page.answer({})).toMatchObject(signedIn);
    expect(await people.linked(ada.id)).toEqual([sub]);
  });
});

describe('D3: a name of Ada that Eve has taken at the provider', () => {
  test.each(['preferred_username', 'nickname', 'login', 'upn', 'sub'])(
    'does not find her account, as %s',
    async (claim) => {
      const ada = await people.person();
      const eve = people.elsewhere({ email: undefined, ...(claim !== 'sub' && { [claim]: ada.username }) });
      if (claim === 'sub') people.upstream.person = { sub: ada.id, claims: {} };
      const { id } = await people.provider({ linking: 'automatic' });
      const page = await people.open();
      expect(await people.goThrough(page, id)).toMatchObject({ step: { name: 'identify' } });
      expect(await people.linked(ada.id)).toEqual([]);
      expect(eve.sub).not.toBe(ada.id);
    },
  );
});

describe('D4, D7: what Ada proves while Eve has an identity that waits', () => {
  test('stays in the flow of Ada: that of Eve does not continue with it', async () => {
    const ada = await people.person();
    const { id } = await people.provider();
    people.elsewhere({ email: ada.email });
    const eves = await people.open();
    expect(await people.goThrough(eves, id)).toMatchObject({ step: { name: 'password' } });
    const { sub } = people.elsewhere({ email: ada.email });
    const adas = await people.open();
    await people.goThrough(adas, id);
    expect(await adas.answer({ password })).toMatchObject({ step: { name: 'confirm-identity' } });
    expect(await eves.get()).toMatchObject({ step: { name: 'password' } });
    expect(await eves.answer({ step: 'confirm-identity' })).not.toMatchObject(signedIn);
    expect(await adas.answer({})).toMatchObject(signedIn);
    expect(await people.linked(ada.id)).toEqual([sub]);
  });

  test('is a code of the flow of Ada alone', async () => {
    const ada = await people.person();
    const { id } = await people.provider();
    people.elsewhere({ email: ada.email, email_verified: false });
    const eves = await people.open();
    await people.goThrough(eves, id);
    await eves.answer({ identifier: ada.email ?? '' });
    people.issuer.advance(61);
    const adas = await people.open();
    const request = () => adas.answer({ way: 'email-code', identifier: ada.email ?? '' });
    const code = await people.codeAfter(ada.email, request);
    expect(await eves.answer({ code })).toMatchObject({ problem: { name: 'wrong-code' } });
    expect(await adas.answer({ code })).toMatchObject(signedIn);
    expect(await people.linked(ada.id)).toEqual([]);
  });
});

test('D5: the link that Ada gets because Eve typed her address does not link the identity of Eve', async () => {
  const ada = await people.person();
  const { id } = await people.provider();
  people.elsewhere({ email: ada.email, email_verified: false });
  const eves = await people.open();
  await people.goThrough(eves, id);
  expect(await eves.answer({ identifier: ada.email ?? '' })).toMatchObject({ step: { name: 'code' } });
  const link = await linkFor(people.issuer, ada.email ?? '', 'chal_');
  await linkBrowser().press(link);
  for (const answer of [() => eves.get(), () => eves.answer({ way: 'link' }), () => eves.answer({ code: '000000' })])
    expect(await answer()).not.toMatchObject(signedIn);
  expect(await people.linked(ada.id)).toEqual([]);
});

describe('D7: the proof of an account', () => {
  test('is not there any more when another identity comes in the same flow', async () => {
    const { email, sub } = people.elsewhere();
    const ada = await people.person({ email });
    const { id } = await people.provider();
    const page = await people.open();
    await people.goThrough(page, id);
    expect(await page.answer({ password })).toMatchObject({ step: { name: 'confirm-identity' } });
    await page.answer({ way: 'sign-in' });
    people.elsewhere({ email });
    expect(await people.goThrough(page, id)).toMatchObject({ step: { name: 'password' } });
    expect(await people.linked(ada.id)).toEqual([]);
    expect(await people.prisma.userIdentity.count({ where: { subject: sub } })).toBe(0);
  });

  test('is of no use after the flow has ended', async () => {
    const { email, sub } = people.elsewhere();
    const ada = await people.person({ email });
    const { id } = await people.provider();
    const page = await people.open();
    await people.goThrough(page, id);
    const asked = await page.answer({ password });
    await page.answer({});
    expect(await people.linked(ada.id)).toEqual([sub]);
    const { id: identity } = await people.prisma.userIdentity.findFirstOrThrow({ where: { subject: sub } });
    expect((await people.rest('DELETE', `/users/${ada.id}/identities/${identity}`, {})).status).toBeLessThan(300);
    await page.answer({ step: 'confirm-identity', version: String(asked.version) });
    expect(await people.linked(ada.id)).toEqual([]);
  });
});

describe('D8: a provider that', () => {
  /** Changes by an administrator, over REST. */
  const changes: Record<string, (id: string) => Promise<{ status: number }>> = {
    'is disabled': (id) => people.rest('PATCH', `/identity-providers/${id}/is-enabled`, { isEnabled: false }),
    'is deleted': (id) => people.rest('DELETE', `/identity-providers/${id}`, {}),
    'is changed': (id) => people.rest('PATCH', `/identity-providers/${id}`, { linking: 'never' }),
  };
  const names = Object.keys(changes);
  /** A flow of a new person, up to a moment. */
  const moments: Record<string, (page: Page, id: string) => Promise<() => Promise<ShownPage>>> = {
    'before a person goes there': (page, id) => Promise.resolve(() => page.answer({ way: `identity:${id}` })),
    async 'while a person is there'(page, id) {
      const next = await upstreamOf(page, id);
      return async () => {
        await people.comeBack(page.visitor, next);
        await page.get();
        return page.answer({});
      };
    },
    async 'after the return'(page, id) {
      await people.comeBack(page.visitor, await upstreamOf(page, id));
      await page.get();
      return () => page.answer({});
    },
  };
  const cases = names.flatMap((change) => Object.keys(moments).map((moment) => [change, moment] as const));

  test.each(cases.filter((one) => one.join(' ') !== 'is changed before a person goes there'))(
    '%s %s signs no one in',
    async (change, moment) => {
      const { email, sub } = people.elsewhere();
      const { id } = await people.provider();
      const page = await people.open();
      const goOn = await moments[moment]?.(page, id);
      expect((await changes[change]?.(id))?.status).toBeLessThan(300);
      const shown = await goOn?.();
      expect([shown?.next, shown?.step?.details.next]).toEqual([undefined, undefined]);
      expect(await people.prisma.user.count({ where: { email } })).toBe(0);
      expect(await people.prisma.userIdentity.count({ where: { subject: sub } })).toBe(0);
    },
  );

  test('is only for links of people who are signed in, signs no one in', async () => {
    const { email } = people.elsewhere();
    const { id } = await people.provider({ isShown: false });
    const page = await people.open();
    expect(await page.answer({ way: `identity:${id}` })).toMatchObject({ problem: { name: 'page-outdated' } });
    expect(await people.prisma.user.count({ where: { email } })).toBe(0);
  });
});

describe('D9: silent links', () => {
  test.each([
    ['the provider', { email_verified: false }, {}, 'identify'],
    ['this side', {}, { emailVerifiedAt: null }, 'password'],
  ])('are none if %s has not verified the address', async (_, claims, data, step) => {
    const { email } = people.elsewhere(claims);
    const ada = await people.person({ email, ...data });
    const { id } = await people.provider({ linking: 'automatic' });
    expect(await people.goThrough(await people.open(), id)).toMatchObject({ step: { name: step } });
    expect(await people.linked(ada.id)).toEqual([]);
  });
});

test('D10: after Ada has unlinked a provider, her address links nothing of it silently', async () => {
  const { email, sub } = people.elsewhere();
  const ada = await people.person({ email });
  const { id } = await people.provider({ linking: 'automatic' });
  const page = await people.open();
  expect(await people.goThrough(page, id)).toMatchObject(signedIn);
  expect(await people.linked(ada.id)).toEqual([sub]);
  const { id: identity } = await people.prisma.userIdentity.findFirstOrThrow({ where: { subject: sub } });
  await people.rest('DELETE', `/users/${ada.id}/identities/${identity}`, {});
  // The same account at the provider, and another one with her address.
  for (const claims of [{}, { email }]) {
    if (Object.keys(claims).length) people.elsewhere(claims);
    expect(await people.goThrough(await people.open(), id)).toMatchObject({ step: { name: 'password' } });
  }
  expect(await people.linked(ada.id)).toEqual([]);
});

test('D11: an address that Ada takes at the provider later, of Grace, changes nothing here', async () => {
  const { sub } = people.elsewhere();
  const [ada, grace] = [await people.person(), await people.person()];
  const { id } = await people.provider({ linking: 'automatic' });
  await people.link(ada.id, id, sub);
  people.upstream.person = { sub, claims: { name: 'Grace', email: grace.email, email_verified: true } };
  const page = await people.open();
  await people.goThrough(page, id);
  expect(await page.finish()).toMatchObject({ sub: ada.id });
  expect(await people.prisma.user.findUniqueOrThrow({ where: { id: ada.id } })).toMatchObject({
    email: ada.email,
    name: ada.name,
  });
  expect([await people.linked(ada.id), await people.linked(grace.id)]).toEqual([[sub], []]);
});

describe('D12: a provider whose subjects have accounts', () => {
  test.each([
    ['another issuer', { issuer: 'https://login.example.net' }],
    ['another client', { clientId: 'another' }],
  ])('is not pointed at %s, where the same subjects are other people', async (_, oidc) => {
    const { sub } = people.elsewhere();
    const ada = await people.person();
    const { id } = await people.provider();
    await people.link(ada.id, id, sub);
    const input = { oidc, secrets: { clientSecret: people.upstream.clientSecret } };
    expect(await people.rest('PATCH', `/identity-providers/${id}`, input)).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT' },
    });
  });
});
