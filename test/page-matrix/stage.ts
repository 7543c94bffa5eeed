import type { Browser, Page } from 'playwright-core';
import { openAdministration } from '../support/administrator.ts';
import { noAutofill } from '../support/browsers/authenticator.ts';
import { launchChromium } from '../support/browsers/chromium.ts';
import { setPolicy } from '../support/browsers/pages.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';
import { providerEnvironment } from '../support/upstreams/identity-providers.ts';
import { addApplication, addResource, addUser, startIssuer, type TestIssuer } from '../support/issuer.ts';
import { defaultExperienceId } from '../../src/vocabulary/sign-in-experience.ts';
import type { Mode } from './modes.ts';

/** A platform with an application of its own and one of others, and a browser. */
export interface Stage extends AsyncDisposable {
  issuer: TestIssuer;
  web: RelyingParty;
  applicationId: string;
  /** An application of a third party, which requests much. */
  partner: RelyingParty;
  partnerId: string;
  /** An API of which the partner requests everything. */
  api: { indicator: string; scopeIds: string[]; scope: string };
  /** A page of a new browser. */
  open(): Promise<Page>;
  /** Sets how people sign in; the rest is as in most tests. */
  policy(more?: object): Promise<void>;
  person(data?: Parameters<typeof addUser>[1]): ReturnType<typeof addUser>;
}

export async function startStage({ context, isBranded }: Pick<Mode, 'context' | 'isBranded'>): Promise<Stage> {
  const [issuer, browser] = await Promise.all([
    // Walks set the clock on by days, after which the ledger would count this process as one that has ended.
    startIssuer({ environment: { ...providerEnvironment, EXCHANGE_LEDGER: 'off' } }),
    launchChromium({ optimizes: true }),
  ]);
  const { prisma } = issuer.database;
  const redirectUris = [redirectUri];
  const web = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris, name: 'Example Shop' });
  const other = { redirectUris, isThirdParty: true, name: 'Company Calendar and Travel Planner' };
  const partner = await addApplication(prisma, 'TRADITIONAL_WEB', other);
  const names = ['calendar:read', 'calendar:write', 'trips:book'];
  const api = await addResource(prisma, 'https://calendar.example.com', names);
  const policy: Stage['policy'] = (more = {}) => setPolicy(issuer, { ...usual, ...more });
  await policy();
  if (isBranded) await brand(issuer, browser, web.id);
  return {
    issuer,
    applicationId: web.id,
    web: await relyingParty(issuer.issuer, web),
    partner: await relyingParty(issuer.issuer, partner),
    partnerId: partner.id,
    api: { ...api, scope: names.join(' ') },
    policy,
    person: (data) => addUser(prisma, { emailVerifiedAt: issuer.clock.now(), ...data }),
    async open() {
      const opened = await browser.newContext(context);
      const page = await opened.newPage();
      await page.addInitScript(noAutofill);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await issuer[Symbol.asyncDispose]();
    },
  };
}

const usual = {
  signUp: { isOpen: true, requires: ['username', 'name', 'password'], terms: 'https://example.com/terms' },
  first: ['passkey', 'password', 'email-code', 'phone-code'],
  second: { trustedDeviceDays: 30 },
  phone: { countries: ['DE'] },
};

/** A wide logo in two colors, and colors that are not those of the platform. */
async function brand(issuer: TestIssuer, browser: Browser, applicationId: string): Promise<void> {
  const { rest } = await openAdministration(issuer);
  const page = await browser.newPage();
  const [dark, light, favicon] = [
    await drawLogo(page, '#0b3d2e'),
    await drawLogo(page, '#d7f5e6'),
    await drawLogo(page, '#0b6e4f', 64),
  ];
  const branding = {
    favicon,
    light: { logo: dark, accent: '#0b6e4f', background: '#e7f2ec' },
    dark: { logo: light, accent: '#7fd8b8', background: '#06140f' },
  };
  await rest(`PATCH /applications/${applicationId}`, { branding });
  await rest(`PATCH /sign-in-experiences/${defaultExperienceId}`, { branding: { ...branding, name: 'Example' } });
}

async function drawLogo(page: Page, color: string, width = 480): Promise<string> {
  await page.setContent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="64" fill="${color}">
    <circle cx="32" cy="32" r="28"/><text x="76" y="46" font-size="40" font-family="sans-serif">example</text></svg>`);
  const png = await page.locator('svg').screenshot({ omitBackground: true });
  return `data:image/png;base64,${png.toString('base64')}`;
}
