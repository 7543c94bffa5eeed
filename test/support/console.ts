import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type App, createApp } from '../../src/app/create.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { launchChromium } from './chromium.ts';
import { ownDatabase } from './database.ts';
import { quickKeyPair } from './key-pairs.ts';
import { password } from './password.ts';

/** The whole platform with the built console, a browser, and the first administrator. */
export interface TestConsole extends AsyncDisposable {
  app: App;
  browser: Browser;
  /** What browsers have complained about: errors and warnings of pages, CSP, responses of the API with errors. */
  complaints: string[];
  /** A browser profile without a session. */
  context(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A new page of a signed-in administrator, at a path below /console. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Signs in on the pages that the console leads to. */
  signIn(page: Page, path: string, identifier?: string): Promise<void>;
  /** Moves the clock of the platform. */
  advance(seconds: number): void;
  /** An access token of the first application, with all permissions. */
  token(): Promise<string>;
  /** Sends a document to the Management API as the first application. */
  call<Data>(query: string, variables?: object): Promise<Data>;
}

export async function startConsole(): Promise<TestConsole> {
  const own = await ownDatabase();
  const environment = {
    DATABASE_URL: own.url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORT: '0',
    HOST: '127.0.0.1',
    BOOTSTRAP_ADMIN_PASSWORD: password,
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
  };
  const logger = createLogger('error', { write: () => {} });
  let offset = 0;
  const clock = { now: () => new Date(Date.now() + offset) };
  const app = await createApp(readConfig(environment), { clock, logger, newKeyPair: quickKeyPair });
  app.listen();
  const browser = await launchChromium();
  const complaints: string[] = [];
  const origin = app.config.publicUrl;
  const contexts = new Map<string, BrowserContext>();
  const context = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const created = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    await created.grantPermissions(['clipboard-read', 'clipboard-write']);
    // Less than that of a test, so that a failure names the step.
    created.setDefaultTimeout(30_000);
    created.on('page', (page) => listen(page, complaints));
    return created;
  };
  const signIn = async (page: Page, path: string, identifier = 'admin'): Promise<void> => {
    await page.goto(`${origin}/console${path}`);
    await page.fill('input[name=identifier]', identifier);
    await page.fill('input[name=password]', password);
    await page.click('button[name=answer][value=yes]');
    await page.waitForSelector('[data-state=live], [data-state=off]');
  };
  return {
    app,
    browser,
    complaints,
    context,
    signIn,
    advance: (seconds) => void (offset += seconds * 1000),
    async open(path, options = {}) {
      const key = JSON.stringify(options);
      const known = contexts.get(key);
      const page = await (known ?? (await context(options))).newPage();
      if (known) {
        await page.goto(`${origin}/console${path}`);
        await page.waitForSelector('[data-state=live], [data-state=off]');
      } else {
        contexts.set(key, page.context());
        await signIn(page, path);
      }
      return page;
    },
    ...callerOf(app),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await app.close();
      await own.drop();
    },
  };
}

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('response', (response) => {
    if (!response.url().endsWith('/graphql') || response.request().method() !== 'POST') return;
    response.text().then(
      (text) => text.includes('"errors"') && !isDryRun(response.request().postData()) && complaints.push(text),
      () => undefined,
    );
  });
}

/** A form that is not complete yet is refused in a dry run, which the dialog shows. */
const isDryRun = (body: string | null): boolean => body?.includes('"dryRun":true') ?? false;

function callerOf(app: App): Pick<TestConsole, 'call' | 'token'> {
  let held: Promise<string> | undefined;
  const token = (): Promise<string> => (held ??= tokenOf(app));
  const call = async <Data>(query: string, variables: object = {}): Promise<Data> => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: Data; errors?: object[] };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  return { call, token };
}

async function tokenOf(app: App): Promise<string> {
  const { clientId, clientSecret } = app.services.firstStart ?? {};
  const response = await fetch(`${app.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: app.config.managementResource }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}
