import assert from 'node:assert/strict';
import { startPlatform } from '../../tools/demo/platform.ts';
import { Visitor } from '../support/browsers/browser.ts';
import { freePort } from '../support/servers/redis-server.ts';
import { startExpress } from './express.ts';
import { isAsked, open, signInTo, signOut } from './journey.ts';
import { authlib, compileGo, ensurePackages, startProgram } from './programs.ts';
import { createRecords, type Person, type Records } from './records.ts';

const help = `npm run test:clients: people sign in through published client libraries, with the libraries' defaults: one with
a password, and one through a second platform, which is an identity provider of the first.

  express-openid-connect   sign-in, userinfo, sign-out
  go-oidc                  sign-in, ID token, and an access token as the API resource verifies it (signed with RS256)
  Authlib                  its check of the discovery document, sign-in, ID token, userinfo

Both platforms are started on free ports, with their data in temporary folders. Go, Python and their libraries come from Debian
and are installed with apt-get where that is possible without a password. Takes one to three minutes, most of it for the Go compiler.
Exit code 1 when a client fails.`;

/** Milliseconds after which all of it has failed. */
const limit = 600_000;

type Check = (records: Records) => Promise<void>;

/** Each of the people signs in to the same running application. */
async function forEach(people: readonly Person[], signIn: (person: Person) => Promise<void>): Promise<void> {
  for (const person of people) {
    await signIn(person).catch((error: Error) => {
      throw new Error(`${person.how}: ${error.message}`, { cause: error });
    });
  }
}

const checks: Readonly<Record<string, Check>> = {
  'express-openid-connect': async ({ people, register }) => {
    const { home, port } = await address();
    using _running = await startExpress(port, await register('express-openid-connect', home));
    await forEach(people, async ({ id, email, signIn }) => {
      const visitor = new Visitor();
      const answer = (await signInTo(home, signIn, visitor)) as { claims: { sub: string }; person: { email: string } };
      assert.deepEqual([answer.claims.sub, answer.person.email], [id, email]);
      assert.equal(await signOut(home, visitor), `${home}/`);
      assert.deepEqual(await open(home, visitor), { claims: null, person: null });
      assert.equal(await isAsked(home, visitor), true);
    });
  },
  'go-oidc': async ({ people, resource, register }) => {
    const { home } = await address();
    using go = compileGo();
    const settings = { RESOURCE: resource.indicator, SCOPE: resource.scope };
    const registered = environmentOf(await register('go-oidc', home));
    await using _running = await startProgram([go.program], home, { ...registered, ...settings });
    await forEach(people, async ({ id, signIn }) =>
      assert.deepEqual(await signInTo(home, signIn), { subject: id, audience: [resource.indicator] }),
    );
  },
  Authlib: async ({ people, register }) => {
    const { home } = await address();
    const registered = environmentOf(await register('Authlib', home));
    // The platform on this machine has no TLS.
    const settings = { ...registered, AUTHLIB_INSECURE_TRANSPORT: 'true' };
    await using _running = await startProgram(authlib, home, settings);
    await forEach(people, async ({ id, email, signIn }) =>
      assert.deepEqual(await signInTo(home, signIn), { subject: id, audience: registered.CLIENT_ID, email }),
    );
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
  await using opened = new AsyncDisposableStack();
  opened.defer(() => clearTimeout(timer));
  const start = async () => opened.adopt(await startPlatform(), (platform) => platform.close());
  const [platform, second] = [await start(), await start()];
  return (await runChecks(await createRecords(platform, second))) ? 1 : 0;
}

/** Runs all checks. Returns how many have failed. */
async function runChecks(records: Records): Promise<number> {
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    const problem = await check(records).then(
      () => undefined,
      (error: Error) => error.message,
    );
    const how = records.people.map((person) => person.how).join(', ');
    console.log(problem === undefined ? `ok      ${name}: ${how}` : `FAILED  ${name}: ${problem}`);
    if (problem !== undefined) failed++;
  }
  return failed;
}

process.exit(await main(process.argv.slice(2)));
