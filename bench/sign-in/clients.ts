import { Agent } from 'undici';
import { originId } from '../exchange/fixture/people.ts';

/** A sign-in page that is open in a browser: the form's address, and the cookies of the browser. */
export interface OpenPage {
  path: string;
  cookie: string;
}

export const password = 'a long passphrase for benchmarks';

const cookiesOf = (headers: Record<string, string | string[] | undefined>): string =>
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
    redirect_uri: 'https://web.bench.example/callback',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
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
    /** Submits a password. Returns the status of the response. */
    async submit({ path, cookie }: OpenPage, identifier: string, secret: string): Promise<number> {
      const { statusCode, body } = await agent.request({
        origin,
        path,
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({ identifier, password: secret, answer: 'yes' }).toString(),
      });
      await body.dump();
      return statusCode;
    },
    close: () => agent.close(),
  };
}
