import { beforeEach, describe, expect, test } from 'vitest';
import type { FlowStep } from '../../../src/vocabulary/flows.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { codeFor, openPage, type ShownPage } from '../../support/browsers/flow-pages.ts';
import { addApplication, addUser, password } from '../../support/issuer.ts';
import { linkBrowser, newLink } from '../../support/browsers/links.ts';
import { offerOfJson, offerOfPage } from '../offers.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';
import { givePasskey } from '../sign-in/passkey.ts';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';
import { openAlone } from '../../support/browsers/standalone-pages.ts';
import { addProvider, goThrough, providerEnvironment } from '../../support/upstreams/identity-providers.ts';
import { perFile } from '../../support/per-file.ts';
import { appUsers, totpCode } from '../../support/totp.ts';
import { startUpstream } from '../../support/upstreams/upstream.ts';

/** The page and the JSON of each step, held against each other. */
const { issuer, web } = sharePages({ environment: providerEnvironment });
const upstream = perFile(() => startUpstream({ clock: issuer.clock }));
beforeEach(async () => {
  await policy({ signUp: { isOpen: true } });
  await issuer.database.prisma.identityProvider.updateMany({ data: { isEnabled: false } });
});

let people = 0;
const newAddress = () => `new${++people}@example.com`;
const policy = (given: object) => setPolicy(issuer, given);
const open = (opening?: Parameters<typeof openPage>[2]) => openPage(issuer, web, opening);
type Page = Pick<Awaited<ReturnType<typeof open>>, 'visitor' | 'answer' | 'get'>;
const newUser = (data: object = {}) => addUser(issuer.database.prisma, { emailVerifiedAt: new Date(), ...data });

/** A page with its address; `way` chooses the step that is meant. */
interface Reached {
  page: Page;
  url: string | URL;
  way?: string;
}

async function withPassword(user: { username: string | null }): Promise<Reached & { shown: ShownPage }> {
  const page = await open();
  const shown = await page.answer({ identifier: user.username ?? '', password });
  return { page, url: page.url, shown };
}
async function withCode(first: Record<string, string>[], email = newAddress()): Promise<Reached> {
  const page = await open();
  for (const fields of first) await page.answer({ ...fields, identifier: email });
  await page.answer({ code: await codeFor(issuer, email) });
  return { page, url: page.url };
}
const passkeyUser = async () => {
  const user = await newUser();
  await givePasskey(issuer, user.id);
  return user;
};
async function enrolling() {
  await policy({ second: { required: 'always' } });
  const user = await newUser();
  const reached = await withPassword(user);
  const key = reached.shown.step?.details.app?.key ?? '';
  return { ...reached, user, enterCode: () => reached.page.answer({ code: totpCode(key, issuer.clock.now()) }) };
}
const mail = { way: 'email-code' };

const steps: Record<FlowStep, () => Promise<Reached>> = {
  identify: async () => {
    const page = await open();
    return { page, url: page.url };
  },
  link: async () => {
    const link = await newLink(issuer, { userId: (await newUser()).id });
    const visitor = new Visitor();
    await linkBrowser(visitor).press(link);
    const page = await open({ visitor });
    return { page, url: page.url };
  },
  password: async () => withCode([mail], (await newUser({ emailVerifiedAt: null })).email ?? ''),
  code: async () => {
    const page = await open();
    await page.answer({ way: 'email-code', identifier: newAddress() });
    return { page, url: page.url };
  },
  passkey: async () => withPassword(await passkeyUser()),
  totp: async () => withPassword(await appUsers(issuer)()),
  'backup-code': async () => {
    const { page, user, enterCode } = await enrolling();
    await enterCode();
    await page.answer({ way: 'answer' });
    return { ...(await withPassword(user)), way: 'backup-code' };
  },
  fields: async () => {
    const requires = ['username', 'password', 'name'];
    await policy({ signUp: { isOpen: true, requires, terms: 'https://example.com/terms' } });
    return withCode([{ way: 'sign-up' }, {}]);
  },
  'enrol-passkey': async () => ({ ...(await enrolling()), way: 'enrol-passkey' }),
  'enrol-totp': enrolling,
  'backup-codes': async () => {
    const reached = await enrolling();
    await reached.enterCode();
    return reached;
  },
  'new-password': async () => withCode([{ way: 'reset' }, {}], (await newUser()).email ?? ''),
  upstream: async () => (await atProvider()).reached,
  'confirm-identity': async () => {
    const { email } = await newUser();
    upstream.person = { sub: email ?? '', claims: { email, email_verified: true } };
    const { reached, id } = await atProvider();
    await goThrough(reached.page, id);
    await reached.page.answer({ password });
    return reached;
  },
};
async function atProvider() {
  const { id } = await addProvider(issuer, upstream);
  const page = await open();
  await page.answer({ way: `identity:${id}` });
  return { reached: { page, url: page.url }, id };
}

/** The same step as a page and as JSON. */
async function both({ page, url, way }: Reached) {
  const { version, step } = await page.get();
  const ask = async (accept: string) => {
    const headers = { accept, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ step: step?.name ?? '', version: String(version), way: way ?? '' });
    return page.visitor.fetch(url, { headers, ...(way !== undefined && { method: 'POST', body }) });
  };
  return { html: await (await ask('text/html')).text(), json: await (await ask('application/json')).json() };
}

/** The ways of the page that follows the identifier. */
async function laterWaysOf({ page, url }: Reached, { purpose, step, version }: ShownPage): Promise<string[]> {
  if (purpose !== 'sign-in' || step?.name !== 'identify' || !('password' in step.fields.properties)) return [];
  const identifier = step.ways.includes('phone-code') ? '+4915123456789' : newAddress();
  const body = new URLSearchParams({
    step: step.name,
    version: String(version),
    identifier,
    way: 'password',
  });
  const headers = { accept: 'text/html' };
  return offerOfPage(await (await page.visitor.fetch(url, { method: 'POST', headers, body })).text()).ways;
}

/** The step, and what both offer, which is the same. */
async function offerOf(reached: Reached) {
  const { html, json } = await both(reached);
  const offer = offerOfJson(json as Parameters<typeof offerOfJson>[0]);
  const { ways, ...fields } = offerOfPage(html);
  // The first page shows the ways to sign in after the identifier.
  const later = (await laterWaysOf(reached, json as ShownPage)).filter((way) => !ways.includes(way));
  expect({ ...fields, ways: [...ways, ...later].toSorted() }).toEqual({ ...offer, ways: offer.ways.toSorted() });
  return { step: (json as ShownPage).step?.name ?? null, ...offer };
}

describe('the page and the JSON', () => {
  test.each(Object.entries(steps))(
    'offer the same fields and ways, and require the same, at the step %s',
    async (name, reach) => {
      expect(await offerOf(await reach())).toMatchObject({ step: name });
    },
  );

  test.each<[string, object, string[], string[][], string[]]>([
    ['a password', { first: ['password'] }, ['identifier', 'password'], [['identifier']], ['identify', 'reset']],
    [
      'a password, a code or a passkey',
      { signUp: { isOpen: true } },
      ['identifier', 'password', 'passkey'],
      [['identifier'], ['passkey']],
      ['sign-up', 'identify', 'reset', 'email-code'],
    ],
    [
      'a password or a code by SMS',
      { first: ['password', 'phone-code'], phone: { countries: ['DE'] } },
      ['identifier', 'password'],
      [['identifier']],
      ['identify', 'reset', 'phone-code'],
    ],
    ['a code', { first: ['email-code'] }, ['identifier'], [['identifier']], []],
    [
      'a code or a passkey',
      { first: ['email-code', 'passkey'] },
      ['identifier', 'passkey'],
      [['identifier'], ['passkey']],
      [],
    ],
    ['a passkey', { first: ['passkey'] }, ['passkey'], [['passkey']], []],
  ])('offer the same at the first step of a policy that takes %s', async (_name, given, fields, required, ways) => {
    await policy(given);
    const offer = await offerOf(await steps.identify());
    expect(Object.keys(offer.fields)).toEqual(fields);
    expect(offer).toMatchObject({ step: 'identify', required });
    expect(offer.ways.toSorted()).toEqual([...ways, 'cancel'].toSorted());
  });

  test.each(['reset', 'sign-up'])('offer the same at the first step of a %s', async (way) => {
    const page = await open();
    await page.answer({ way });
    expect(await offerOf({ page, url: page.url })).toMatchObject({ step: 'identify', ways: ['sign-in', 'cancel'] });
  });

  test.each(['totp', 'passkey', 'backup-code'] as const)(
    'offer the same at %s, in a browser that can be trusted',
    async (step) => {
      await policy({ second: { trustedDeviceDays: 30 } });
      const reached = await steps[step]();
      await policy({ second: { trustedDeviceDays: 30 } });
      expect(await offerOf(reached)).toMatchObject({ step, fields: { trust: '' } });
    },
  );

  test('offer the same at the second factor of a reset, after which no browser is trusted', async () => {
    await policy({ second: { trustedDeviceDays: 30 } });
    const user = await appUsers(issuer)();
    const { step, fields } = await offerOf(await withCode([{ way: 'reset' }, {}], user.email ?? ''));
    expect([step, Object.keys(fields)]).toEqual(['totp', ['code']]);
  });

  test('offer the same at a refusal', async () => {
    await policy({});
    const reached = await withPassword(await newUser({ suspendedAt: new Date() }));
    expect(await offerOf(reached)).toMatchObject({ step: null, ways: ['sign-in', 'cancel'] });
  });

  test.each(['/reset-password', '/sign-up'] as const)(
    'offer the same at %s, which no application waits for',
    async (path) => {
      const email = (await newUser()).email ?? '';
      const page = await openAlone(issuer, path);
      const reached = { page, url: new URL(path, issuer.publicUrl) };
      expect(await offerOf(reached)).toMatchObject({ step: 'identify', ways: [] });
      await page.answer({ identifier: email });
      expect(await offerOf(reached)).toMatchObject({ step: 'code' });
      await page.answer({ code: await codeFor(issuer, email) });
      expect(await offerOf(reached)).toMatchObject({ step: path === '/sign-up' ? null : 'new-password' });
    },
  );

  test('offer the same at a consent', async () => {
    const data = { redirectUris: [redirectUri], isThirdParty: true };
    const partner = await relyingParty(
      issuer.issuer,
      await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', data),
    );
    const page = await openPage(issuer, partner);
    const { next = '' } = await page.answer({ identifier: (await newUser()).username ?? '', password });
    const step = await page.visitor.follow(new URL(next, page.url), issuer.publicUrl);
    const url = 'url' in step ? step.url : '';
    const { html, json } = await both({ page, url });
    const buttons = [...html.matchAll(/<button name="answer" value="(\w+)"/g)].map(([, value]) => value);
    expect(json).toMatchObject({
      step: { name: 'consent', ways: [], fields: { properties: { answer: { enum: buttons } } } },
    });
    expect(buttons).toEqual(['yes', 'no']);
  });
});

describe('what a step shows besides is the same', () => {
  test('options of a passkey', async () => {
    for (const [step, reach] of [steps.identify, steps.passkey, steps['enrol-passkey']].entries()) {
      const { html, json } = await both(await reach());
      const [, options = ''] = /id="passkey-options"[^>]*>(.*?)<\/script>/.exec(html) ?? [];
      expect([step, JSON.parse(options)]).toEqual([step, (json as ShownPage).step?.details.passkey]);
    }
  });

  test('the key of a new app, and backup codes', async () => {
    const app = await both(await steps['enrol-totp']());
    expect(app.html).toContain((app.json as ShownPage).step?.details.app?.key);
    const { html, json } = await both(await steps['backup-codes']());
    const { backupCodes = [] } = (json as ShownPage).step?.details ?? {};
    expect(backupCodes).toHaveLength(10);
    for (const code of backupCodes) expect(html).toContain(`>${code}<`);
  });
});

test('each way in JSON can be chosen: none of them is out of date', async () => {
  for (const reach of Object.values(steps)) {
    const { page, way } = await reach();
    const shown = await page.get();
    const { ways = [] } = (way === undefined ? shown : await page.answer({ way })).step ?? {};
    for (const chosen of ways.filter((one) => !['download', 'cancel'].includes(one))) {
      const { page: own } = await reach();
      const { problem } = await own.answer({ way: chosen, identifier: newAddress() });
      expect([shown.step?.name, chosen, problem?.name]).not.toContain('page-outdated');
    }
  }
});

test('the way "cancel" leads back to the application, from a step and after a refusal', async () => {
  const refused = await withPassword(await newUser({ suspendedAt: new Date() }));
  for (const { page, url } of [await steps.identify(), await steps.code(), refused]) {
    const { next = '' } = await page.answer({ way: 'cancel' });
    const step = await page.visitor.follow(new URL(next, url), issuer.publicUrl);
    expect('left' in step && step.left.searchParams.get('error')).toBe('access_denied');
  }
});
