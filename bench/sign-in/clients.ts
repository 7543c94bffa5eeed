import { Agent } from 'undici';
import type pg from 'pg';
import { originId } from '../exchange/fixture/people.ts';

/** A sign-in page that is open in a browser: the form's address, and the cookies of the browser. */
export interface OpenPage {
  path: string;
  cookie: string;
}

/** The page that a response shows, if it has a step. */
interface ShownPage {
  version?: number;
  step?: { name: string; details: { app?: { key: string }; next?: string } };
}

export const password = 'a long passphrase for benchmarks';
const redirectUri = 'https://web.bench.example/callback';

/** Lets all users sign in with the password of this hash, to every application. */
export async function letUsersSignIn(client: pg.Client, passwordHash: string): Promise<void> {
  await client.query('UPDATE users SET password_hash = $1', [passwordHash]);
  await client.query('UPDATE applications SET redirect_uris = $1', [[redirectUri]]);
}

/** The cookies that a response sets, as a request sends them. */
export const cookiesOf = (headers: Record<string, string | string[] | undefined>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');

/** Requests to a server of this machine. */
export function connect(port: number) {
  const agent = new Agent({ connections: 64, pipelining: 1 });
  const origin = `http://127.0.0.1:${port}`;
  const authorization = new URLSearchParams({
    client_id: originId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  /** Submits the fields of a step. `shown` is the next one, as JSON, or a problem. */
  async function answer({ path, cookie }: OpenPage, fields: Record<string, string>) {
    const { statusCode, body } = await agent.request({
      origin,
      path,
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(fields).toString(),
    });
    const text = await body.text();
    return { status: statusCode, text, shown: (text.startsWith('{') ? JSON.parse(text) : {}) as ShownPage };
  }
  return {
    /** Begins a sign-in, and shows its page. */
    async openPage(): Promise<OpenPage> {
      const started = await agent.request({ origin, path: `/oidc/auth?${authorization}`, method: 'GET' });
      await started.body.dump();
      const location = String(started.headers['location'] ?? '');
      const path = URL.canParse(location) ? new URL(location).pathname : '';
      if (!path.startsWith('/sign-in/')) throw new Error(`No sign-in page: ${started.statusCode} ${location}`);
      const cookie = cookiesOf(started.headers);
      const page = await agent.request({ origin, path, method: 'GET', headers: { cookie } });
      await page.body.dump();
      return { path, cookie: `${cookie}; ${cookiesOf(page.headers)}` };
    },
    answer,
    /** Opens an address. Returns the cookies that the response sets. */
    async get(path: string, cookie = ''): Promise<string> {
      const response = await agent.request({
        origin,
        path,
        method: 'GET',
        headers: { cookie, accept: 'application/json' },
      });
      await response.body.dump();
      return cookiesOf(response.headers);
    },
    /** Submits a password. Returns the status of the response. */
    submit: async (page: OpenPage, identifier: string, secret: string): Promise<number> =>
      (await answer(page, { identifier, password: secret, answer: 'yes' })).status,
    close: () => agent.close(),
  };
}
