import { setTimeout as sleep } from 'node:timers/promises';
import * as openid from 'openid-client';
import type { PasskeyOptions } from './authenticator.ts';
import { say } from './print.ts';

/** An application in which a person signs in. */
export interface WebApplication {
  issuer: string;
  clientId: string;
  redirectUri: string;
}

interface Details {
  app?: { key: string };
  backupCodes?: string[];
  passkey?: PasskeyOptions;
  /** The address of an identity provider. */
  next?: string;
  /** The person who has come back from there. */
  identity?: string | null;
}

/** A shown page, as JSON (docs/people.md). */
export interface ShownPage {
  version?: number;
  step?: { name: string; ways: string[]; details: Details } | null;
  problem?: { name: string; text: string; until: string | null } | null;
  refused?: { text: string } | null;
  /** The address at which the browser continues. */
  next?: string;
}

/** The headers User-Agent by which people recognize their browsers among their sessions. */
const userAgents = {
  computer: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
};

/** A browser, which keeps cookies and gets the steps of a flow as JSON. */
export class Browser {
  private readonly cookies = new Map<string, string>();
  private readonly userAgent: string;

  constructor(device: keyof typeof userAgents = 'computer') {
    this.userAgent = userAgents[device];
  }

  /** Follows redirects, but not to the application. */
  async open(start: URL): Promise<{ url: URL; left: boolean }> {
    let url = start;
    for (let redirects = 0; redirects < 10; redirects++) {
      const response = await this.fetch(url);
      await response.arrayBuffer();
      const location = response.headers.get('location');
      if (!location) return { url, left: false };
      url = new URL(location, url);
      if (url.origin !== start.origin) return { url, left: true };
    }
    throw new Error('too many redirects');
  }

  async show(page: URL): Promise<ShownPage> {
    return (await (await this.fetch(page)).json()) as ShownPage;
  }

  /** A page as HTML. */
  async read(page: URL): Promise<string> {
    return (await this.fetch(page)).text();
  }

  /** Presses the button of a page that sends its form to `action`. Returns the address to which that leads. */
  async press(page: URL, action: string): Promise<URL> {
    const html = await this.read(page);
    const form = html.split('<form').find((one) => one.includes(`action="${action}"`));
    if (!form) throw new Error(`${page.href} has no form for ${action}`);
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
    const body = new URLSearchParams(hidden.map(([, name = '', value = '']): [string, string] => [name, value]));
    const response = await this.fetch(new URL(action, page), { method: 'POST', body });
    const location = response.headers.get('location');
    if (!location) throw new Error(`${action} responded with ${response.status}`);
    return new URL(location, page);
  }

  /** Answers the present step, or chooses another way. Waits if a code was sent a moment ago. */
  async answer(page: URL, shown: ShownPage, fields: Record<string, string>): Promise<ShownPage> {
    const body = new URLSearchParams({ step: shown.step?.name ?? '', version: String(shown.version), ...fields });
    const response = await this.fetch(page, { method: 'POST', body });
    const location = response.headers.get('location');
    if (location) return { next: location };
    const answered = (await response.json()) as ShownPage;
    if (answered.problem?.name === 'too-soon') {
      say(`"${answered.problem.text}" Waiting.`);
      await sleep(Math.max(1000, Date.parse(answered.problem.until ?? '') - Date.now() + 500));
      return this.answer(page, answered, fields);
    }
    const refusal = answered.problem ?? answered.refused;
    if (refusal) throw new Error(`the page refused ${Object.keys(fields).join(', ')}: ${refusal.text}`);
    return answered;
  }

  private async fetch(url: URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'application/json', origin: url.origin, cookie, 'user-agent': this.userAgent };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  private keep(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (value) this.cookies.set(name, value);
    else this.cookies.delete(name);
  }
}

/** A sign-in with authorization code and PKCE. */
async function startSignIn({ issuer, clientId, redirectUri }: WebApplication, parameters: object = {}) {
  const insecure = issuer.startsWith('http:') ? { execute: [openid.allowInsecureRequests] } : {};
  const configuration = await openid.discovery(new URL(issuer), clientId, {}, openid.None(), insecure);
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email',
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  });
  const redeem = (back: URL, more?: Record<string, string>) =>
    openid.authorizationCodeGrant(configuration, back, { pkceCodeVerifier: verifier, expectedState: state }, more);
  return { url, redeem };
}

/** A person on the page to which an address leads. */
export async function arriveAt(start: URL, browser: Browser) {
  const { url: page } = await browser.open(start);
  let shown = await browser.show(page);
  return {
    shown,
    answer: async (fields: Record<string, string>): Promise<ShownPage> => {
      shown = await browser.answer(page, shown, fields);
      return shown;
    },
    /** Returns from an identity provider. */
    async comeBack(back: URL): Promise<ShownPage> {
      await browser.open(back);
      shown = await browser.show(page);
      return shown;
    },
    /** Continues to the application. Returns its address. */
    async leave(): Promise<URL> {
      const { url: back, left } = await browser.open(new URL(shown.next ?? '', page));
      if (!left) throw new Error(`the sign-in did not end: ${back.href}`);
      return back;
    },
  };
}

/** A person on the sign-in page of an application. */
export async function openPage(application: WebApplication, parameters: object = {}, browser = new Browser()) {
  const { url, redeem } = await startSignIn(application, parameters);
  const { leave, ...page } = await arriveAt(url, browser);
  /** Continues to the application, which redeems the code. */
  const finish = async (more?: Record<string, string>) => redeem(await leave(), more);
  return { ...page, finish };
}
