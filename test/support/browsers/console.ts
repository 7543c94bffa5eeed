import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished, TestRunner } from 'vitest';
import { type App, createApp } from '../../../src/app/create.ts';
import { readConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { launchChromium } from './chromium.ts';
import { ownDatabase } from '../servers/database.ts';
import { quickKeyPair } from '../key-pairs.ts';
import { hashProcesses, password } from '../password.ts';

/** Browsers of people who use the console. A page that a test opens is closed when the test ends. */
export interface ConsoleBrowser extends AsyncDisposable {
  browser: Browser;
  /** The complaints of browsers: errors and warnings of pages, CSP, responses of the API with errors. */
  complaints: string[];
  /** A browser profile without a session. */
  context(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A new page of a signed-in administrator, at a path below /console. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Signs in on the pages that the console leads to. */
  signIn(page: Page, path: string, identifier?: string): Promise<void>;
}

/** The Management API, called by the first application. */
interface Caller {
  /** An access token of the first application, with all permissions. */
  token(): Promise<string>;
  /** Sends a document to the Management API as the first application. */
  call<Data>(query: string, variables?: object): Promise<Data>;
}

/** The whole platform with the built console, a browser, and the first administrator. */
export interface TestConsole extends ConsoleBrowser, Caller {
  app: App;
  /** Moves the clock of the platform. */
  advance(seconds: number): void;
}

/** The settings of a platform whose first administrator is "admin". */
export const consoleEnvironment = {
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  HOST: '127.0.0.1',
  BOOTSTRAP_ADMIN_PASSWORD: password,
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
};

/** Starts it with settings in addition to those of a test. */
export async function startConsole(settings: Readonly<Record<string, string>> = {}): Promise<TestConsole> {
  const own = await ownDatabase();
  const environment = { ...consoleEnvironment, DATABASE_URL: own.url, PORT: '0', ...settings };
  const logger = createLogger('error', { write: () => {} });
  let offset = 0;
  const clock = { now: () => new Date(Date.now() + offset) };
  const app = await createApp(readConfig(environment), { clock, logger, hashProcesses, newKeyPair: quickKeyPair });
  app.listen();
  const started = await startConsoleBrowser(app.config.publicUrl);
  const { clientId = '', clientSecret = '' } = app.services.firstStart ?? {};
  return {
    ...started,
    app,
    advance(seconds) {
      offset += seconds * 1000;
    },
    ...callerOf(app.url, { clientId, clientSecret, resource: app.config.managementResource }),
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]();
      await app.close();
      await own.drop();
    },
  };
}

/** A browser for the console of the platform with this public address. */
export async function startConsoleBrowser(origin: string): Promise<ConsoleBrowser> {
  const browser = await launchChromium();
  const complaints: string[] = [];
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
    created.on('page', (page) => {
      listen(page, complaints);
      closeWithTest(page);
    });
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
    browser,
    complaints,
    context,
    signIn,
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
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** An open page queries what it shows after each event that another test causes. Those of hooks stay open. */
function closeWithTest(page: Page): void {
  if (!TestRunner.getCurrentTest()) return;
  onTestFinished(async () => {
    if (page.isClosed()) return;
    // Requests that the test still holds up are not answered any more.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });
}

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // A platform that is busy is not ready for a moment, which the overview shows.
    if (message.location().url.endsWith('/readyz')) return;
    // The text of a failed request has its status alone.
    complaints.push([message.text(), message.location().url].filter(Boolean).join(' '));
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

interface Application {
  clientId: string;
  clientSecret: string;
  /** Resource indicator of the Management API. */
  resource: string;
}

/** The Management API of the process at this URL. */
export function callerOf(url: string, application: Application): Caller {
  let held: Promise<string> | undefined;
  const token = (): Promise<string> => (held ??= tokenOf(url, application));
  const call = async <Data>(query: string, variables: object = {}): Promise<Data> => {
    const response = await fetch(`${url}/graphql`, {
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

async function tokenOf(url: string, { clientId, clientSecret, resource }: Application): Promise<string> {
  const response = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}
