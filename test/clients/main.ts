import assert from 'node:assert/strict';
import { findPlatform } from '../../tools/demo/platform.ts';
import { Visitor } from '../support/browsers/browser.ts';
import { freePort } from '../support/servers/redis-server.ts';
import { startExpress } from './express.ts';
import { isAsked, open, signIn, signOut } from './journey.ts';
import { authlib, compileGo, ensurePackages, startProgram } from './programs.ts';
import { createRecords, type Records } from './records.ts';

const help = `npm run test:clients: people sign in through published client libraries, with the libraries' defaults.

  express-openid-connect   sign-in, userinfo, sign-out
  go-oidc                  sign-in, ID token, and an access token as the API resource verifies it (signed with RS256)
  Authlib                  its check of the discovery document, sign-in, ID token, userinfo

A platform of its own is started on a free port, with its data in a temporary folder. Go, Python and their libraries come from Debian
and are installed with apt-get where that is possible without a password. Takes one to three minutes, most of it for the Go compiler.
Exit code 1 when a client fails.`;

/** Milliseconds after which all of it has failed. */
const limit = 600_000;

type Check = (records: Records) => Promise<void>;

const checks: Readonly<Record<string, Check>> = {
  'express-openid-connect': async ({ person, register }) => {
    const { home, port } = await address();
    using _running = await startExpress(port, await register('express-openid-connect', home));
    const visitor = new Visitor();
    const answer = (await signIn(home, person, visitor)) as { claims: { sub: string }; person: { email: string } };
    assert.deepEqual([answer.claims.sub, answer.person.email], [person.id, person.email]);
    assert.equal(await signOut(home, visitor), `${home}/`);
    assert.deepEqual(await open(home, visitor), { claims: null, person: null });
    assert.equal(await isAsked(home, visitor), true);
  },
  'go-oidc': async ({ person, resource, register }) => {
    const { home } = await address();
    using go = compileGo();
    const settings = { RESOURCE: resource.indicator, SCOPE: resource.scope };
    const registered = environmentOf(await register('go-oidc', home));
    await using _running = await startProgram([go.program], home, { ...registered, ...settings });
    assert.deepEqual(await signIn(home, person), { subject: person.id, audience: [resource.indicator] });
  },
  Authlib: async ({ person, register }) => {
    const { home } = await address();
    const registered = environmentOf(await register('Authlib', home));
    // The platform on this machine has no TLS.
    const settings = { ...registered, AUTHLIB_INSECURE_TRANSPORT: 'true' };
    await using _running = await startProgram(authlib, home, settings);
    assert.deepEqual(await signIn(home, person), {
      subject: person.id,
      audience: registered.CLIENT_ID,
      email: person.email,
    });
  },
};

async function address(): Promise<{ home: string; port: number }> {
  const port = await freePort();
  return { home: `http://localhost:${port}`, port };
}

const environmentOf = ({ issuer, clientId, clientSecret }: Awaited<ReturnType<Records['register']>>) => ({
  ISSUER: issuer,
  CLIENT_ID: clientId,
  CLIENT_SECRET: clientSecret,
});

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(help);
    return 0;
  }
  const timer = setTimeout(() => {
    console.log(`FAILED  not done after ${limit / 1000} s`);
    process.exit(1);
  }, limit);
  console.log(ensurePackages().join('\n'));
  const platform = await findPlatform({});
  let failed = 0;
  try {
    const records = await createRecords(platform);
    for (const [name, check] of Object.entries(checks)) {
      const problem = await check(records).then(
        () => undefined,
        (error: Error) => error.message,
      );
      console.log(problem === undefined ? `ok      ${name}` : `FAILED  ${name}: ${problem}`);
      if (problem !== undefined) failed++;
    }
  } finally {
    await platform.close();
    clearTimeout(timer);
  }
  return failed ? 1 : 0;
}

process.exit(await main(process.argv.slice(2)));
