import { password } from '../../support/password.ts';
import type { Bystander, Cast, Person } from './cast.ts';
import {
  api,
  ask,
  authorizationUrl,
  Browser,
  exchange,
  lasting,
  type Party,
  type Platform,
  redeem,
  refresh,
  type Tokens,
  tokens as request,
} from './platform.ts';

/** The place of a browser: a page, or back at the application. */
type Step = Awaited<ReturnType<Browser['follow']>>;

/** The result of a request. */
export interface RequestResult {
  party: Party;
  browser?: Browser;
  step?: Step;
  code?: string;
  tokens?: Tokens | undefined;
  requestUri?: string;
}

/** A flow that begins before a change; `go` is the request that is in progress during it. */
export interface Flow {
  name: string;
  /** Whether the password is entered: it may be accepted after the change. */
  isSignIn?: boolean;
  go(): Promise<RequestResult>;
}

export interface Setting {
  platform: Platform;
  cast: Cast;
  person: Person;
  bystander: Bystander;
  /** The applications of the flows, in turn. */
  parties: readonly [Party, ...Party[]];
}

const forApi = { resource: api };
const credentials = ({ username }: Person) => ({ identifier: username, password, answer: 'yes' });
const isPage = (step: Step): step is Extract<Step, { response: Response }> => 'response' in step;

/** Requests an authorization that needs a page. Returns its address. */
async function open(browser: Browser, url: URL): Promise<string> {
  const location = (await browser.fetch(url)).headers.get('location');
  if (location?.includes('/sign-in/')) return location;
  throw new Error(`expected a page: ${location}`);
}

/** Submits a form. Returns the next address if it was accepted. */
async function submit(browser: Browser, page: string, fields: Record<string, string>): Promise<URL | undefined> {
  const location = (await browser.post(page, fields)).headers.get('location');
  return location === null ? undefined : new URL(location, page);
}

async function signIn({
  platform,
  person,
  parties: [party],
}: Pick<Setting, 'platform' | 'person' | 'parties'>): Promise<Browser> {
  const browser = new Browser(platform);
  const page = await open(browser, authorizationUrl(platform, party));
  const onwards = await submit(browser, page, credentials(person));
  if (!onwards) throw new Error('the password was refused');
  await browser.fetch(onwards);
  return browser;
}

function codeIn(left: URL): string {
  const code = left.searchParams.get('code');
  if (code === null) throw new Error(`expected a code: ${left.href}`);
  return code;
}

/** Prepares a flow up to the request that will be in progress. */
type Preparation = () => Promise<Flow>;

/** All steps from the password to the exchange: sixteen, ordered so that neighbors differ. */
async function preparations(setting: Setting): Promise<Preparation[]> {
  const { platform, cast, parties } = setting;
  const [party, other = party] = parties;
  let opened: Promise<Browser> | undefined;
  const browser = () => (opened ??= signIn(setting));
  const lasting = async () => redeem(platform, party, await agree(await browser(), party), forApi);
  const code = async (of: Party): Promise<Flow> => {
    const value = await agree(await browser(), of);
    return { name: 'code', go: async () => ({ party: of, tokens: await redeem(platform, of, value) }) };
  };
  return [
    () => passwordFlow(setting),
    async () => consentFlow(await browser(), party),
    async () => refreshFlow(platform, party, await lasting()),
    () => resumeFlow(setting),
    () => code(other),
    async () => agreedFlow(await browser(), party),
    () => passwordFlow(setting),
    async () => exchangeFlow(platform, cast.backend, { party, tokens: await lasting() }),
    () => code(party),
    () => resumeFlow(setting),
    async () => agreedFlow(await browser(), other),
    async () => refreshFlow(platform, party, await lasting()),
    () => passwordFlow(setting),
    async () => consentFlow(await browser(), other),
    () => resumeFlow(setting),
    async () => silentFlow(await browser(), party),
  ];
}

/** Prepares this many of the sixteen flows, starting at one of them. */
export async function prepare(setting: Setting, begin: number, count: number): Promise<Flow[]> {
  const all = await preparations(setting);
  const flows: Flow[] = [];
  // One at a time: flows of one browser share its session, whose id changes.
  for (let place = begin; place < begin + count; place++) {
    const preparation = all[place % all.length];
    if (preparation) flows.push(await preparation());
  }
  return flows;
}

/** Consents again in a browser that is signed in. Returns the code. */
async function agree(browser: Browser, party: Party): Promise<string> {
  const page = await open(browser, authorizationUrl(browser.platform, party, { ...lasting, ...forApi }));
  const onwards = await submit(browser, page, { answer: 'yes' });
  const step = onwards && (await browser.follow(onwards, browser.platform.publicUrl));
  if (!step || isPage(step)) throw new Error('no code was issued');
  return codeIn(step.left);
}

async function passwordFlow({ platform, person, parties: [party] }: Setting): Promise<Flow> {
  const browser = new Browser(platform);
  const page = await open(browser, authorizationUrl(platform, party, lasting));
  return {
    name: 'password',
    isSignIn: true,
    async go() {
      const onwards = await submit(browser, page, credentials(person));
      return { party, browser, ...(onwards && { step: await browser.follow(onwards, platform.publicUrl) }) };
    },
  };
}

async function resumeFlow({ platform, person, parties: [party] }: Setting): Promise<Flow> {
  const browser = new Browser(platform);
  const page = await open(browser, authorizationUrl(platform, party, lasting));
  const onwards = await submit(browser, page, credentials(person));
  if (!onwards) throw new Error('the password was refused');
  const go = async () => ({ party, browser, step: await browser.follow(onwards, platform.publicUrl) });
  return { name: 'resume', go };
}

async function consentFlow(browser: Browser, party: Party): Promise<Flow> {
  const page = await open(browser, authorizationUrl(browser.platform, party, lasting));
  return {
    name: 'consent',
    async go() {
      const onwards = await submit(browser, page, { answer: 'yes' });
      return { party, browser, ...(onwards && { step: await browser.follow(onwards, browser.platform.publicUrl) }) };
    },
  };
}

async function agreedFlow(browser: Browser, party: Party): Promise<Flow> {
  const page = await open(browser, authorizationUrl(browser.platform, party, lasting));
  const onwards = await submit(browser, page, { answer: 'yes' });
  if (!onwards) throw new Error('the consent was refused');
  const go = async () => ({ party, browser, step: await browser.follow(onwards, browser.platform.publicUrl) });
  return { name: 'resume after consent', go };
}

function refreshFlow(platform: Platform, party: Party, held: Tokens | undefined): Flow {
  const go = async () => ({ party, tokens: await refresh(platform, party, held?.refresh_token ?? '') });
  return { name: 'refresh', go };
}

function exchangeFlow(platform: Platform, backend: Party, { party, tokens }: RequestResult): Flow {
  const { access_token: token = '', refresh_token: refreshToken = '' } = tokens ?? {};
  const go = async () => {
    const exchanged = await exchange(platform, backend, token);
    return { party, tokens: { access_token: token, ...exchanged, refresh_token: refreshToken } };
  };
  return { name: 'exchange', go };
}

function silentFlow(browser: Browser, party: Party): Flow {
  const url = authorizationUrl(browser.platform, party, { prompt: 'none' });
  const go = async () => ({ party, browser, step: await browser.follow(url, browser.platform.publicUrl) });
  return { name: 'silent authorization', go };
}

/** A pushed authorization request (RFC 9126). */
export async function pushedFlow({ platform, parties: [party] }: Setting): Promise<Flow> {
  const fields = {
    client_id: party.id,
    redirect_uri: 'https://app.example/callback',
    response_type: 'code',
    scope: 'openid',
  };
  const pushed = await (await ask(platform, '/request', party, fields)).json();
  const { request_uri: requestUri } = pushed as { request_uri: string };
  return { name: 'pushed request', go: () => Promise.resolve({ party, requestUri }) };
}

/** An access token of the application itself: opaque, or a JWT for the API. */
export async function ownTokenFlow(
  { platform, parties: [party] }: Setting,
  resource: { resource?: string } = {},
): Promise<Flow> {
  const own = await requireTokens(request(platform, party, { grant_type: 'client_credentials', ...resource }));
  return { name: 'own token', go: () => Promise.resolve({ party, tokens: own }) };
}
export const ownJwtFlow = (setting: Setting): Promise<Flow> => ownTokenFlow(setting, forApi);

/** An exchanged token of the application. */
export async function exchangedFlow({ platform, bystander, parties: [party] }: Setting): Promise<Flow> {
  const exchanged = await requireTokens(exchange(platform, party, bystander.token));
  return { name: 'exchanged token', go: () => Promise.resolve({ party, tokens: exchanged }) };
}

/** The same, exchanged by another application during the change. */
export async function exchangedAgainFlow({ platform, cast, bystander, parties }: Setting): Promise<Flow> {
  const { access_token: token = '' } = await requireTokens(exchange(platform, parties[0], bystander.token));
  const go = async () => ({ party: cast.backend, tokens: await exchange(platform, cast.backend, token) });
  return { name: 'exchange of an exchanged token', go };
}

async function requireTokens(answer: Promise<Tokens | undefined>): Promise<Tokens> {
  const given = await answer;
  if (given?.access_token) return given;
  throw new Error('no token was issued');
}

/** A user's access token, from an application after the password. */
export async function accessTokenOf(setting: Pick<Setting, 'platform' | 'person' | 'parties'>): Promise<string> {
  const [party] = setting.parties;
  const code = await agree(await signIn(setting), party);
  const { access_token: token = '' } = await requireTokens(redeem(setting.platform, party, code, forApi));
  return token;
}
