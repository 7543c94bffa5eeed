import assert from 'node:assert/strict';

import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { systemIds } from '../../src/platform/ids/ids.ts';
import {
  generateFromOpenApi,
  generateFromSchema,
  install,
  lintByRedocly,
  lintBySpectral,
  lintSchema,
  runProgram,
  startProgram,
  type Target,
  typeErrors,
  writeOpenApi,
} from '../support/dashboards.ts';
import { killAll, startPlatform, temporaryDataDir } from '../support/servers/platform-process.ts';
import { freePort } from '../support/servers/redis-server.ts';

const help = `npm run check:clients: programs of dashboards (test/dashboards), with published tools.

  linters          graphql-schema-linter, Redocly, Spectral
  rest             openapi-typescript with openapi-fetch, hey-api: generated, compiled, run
  graphql          Apollo Client with graphql-codegen, urql with gql.tada, Relay, graphql-request, graphql-sse: generated,
                   compiled, run
  live events      the platform is killed while Apollo, urql, Relay and graphql-sse watch: no event is missing

A platform of its own is started on a free port, with its data in a temporary folder. Installs the packages of the
programs below .cache at the first time. Takes about a minute. Exit code 1 when a program fails.`;

/** Milliseconds after which a program that watches has failed. */
const limit = 20_000;
const client = { id: systemIds.next('application'), secret: randomBytes(32).toString('base64url') };

/** A platform that can be killed and started again with the same data, at the same address. */
async function startKillable() {
  const data = temporaryDataDir();
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const start = async () => {
    const platform = await startPlatform({
      PORT: port,
      PUBLIC_URL: url,
      DATA_DIR: data.path,
      LOG_LEVEL: 'error',
      BOOTSTRAP_CLIENT_ID: client.id,
      BOOTSTRAP_CLIENT_SECRET: client.secret,
    });
    await platform.ready;
    return platform;
  };
  let running = await start();
  return {
    target: { url, token: await accessToken(url) },
    async killAndStart() {
      running.child.kill('SIGKILL');
      await running.ended;
      running = await start();
    },
    async close() {
      killAll();
      await data.remove();
    },
  };
}

async function accessToken(url: string): Promise<string> {
  const response = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${url}/api` }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

type Platform = Awaited<ReturnType<typeof startKillable>>;

async function createUser({ url, token }: Target, email: string): Promise<void> {
  const response = await fetch(`${url}/api/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  assert.equal(response.status, 201);
}

/** Reads the lines of a program. */
function linesOf(child: ChildProcess) {
  const seen: string[] = [];
  let changed = Promise.withResolvers<void>();
  if (child.stdout) {
    createInterface(child.stdout).on('line', (line) => {
      seen.push(line);
      changed.resolve();
      changed = Promise.withResolvers();
    });
  }
  return {
    seen,
    async wait(line: string): Promise<void> {
      const late = setTimeout(() => changed.reject(new Error(`no "${line}" after: ${seen.join(' | ')}`)), limit);
      while (!seen.includes(line)) await changed.promise;
      clearTimeout(late);
    },
  };
}

/** The lines that the programs print before they watch. */
const watching: Readonly<Record<string, readonly string[]>> = {
  'apollo.ts': [
    'created 3',
    'listed 3',
    'would emit USER_DATA_UPDATED',
    'still listed true',
    'refused TAKEN input.email TAKEN',
  ],
  'urql.ts': ['created with UserCreatedEvent', 'refused BAD_USER_INPUT', 'listed 1 true'],
  'relay.ts': ['created with UserCreatedEvent', 'listed 1 true'],
  'graphql-sse.ts': [],
};

/** Kills the platform while a program watches. What happens before it is connected again must not be missing. */
async function watches(name: string, printed: readonly string[], platform: Platform): Promise<void> {
  const child = startProgram('graphql', name, platform.target);
  try {
    const lines = linesOf(child);
    await lines.wait('live');
    assert.deepEqual(lines.seen.slice(0, -1), printed);
    const emails = ['before', 'gap', 'after'].map((when) => `${when}-${name}@example.com`);
    const [before = '', gap = '', after = ''] = emails;
    await createUser(platform.target, before);
    await lines.wait(`event ${before}`);
    await platform.killAndStart();
    await createUser(platform.target, gap);
    await lines.wait(`event ${gap}`);
    await createUser(platform.target, after);
    await lines.wait(`event ${after}`);
    const events = lines.seen.filter((line) => line.endsWith(`-${name}@example.com`));
    assert.deepEqual(
      events,
      emails.map((email) => `event ${email}`),
    );
  } finally {
    child.kill();
  }
}

const checks: Readonly<Record<string, (platform: Platform) => Promise<void>>> = {
  linters: async () => {
    await install('linters');
    writeOpenApi('linters');
    assert.equal(await lintSchema(), '');
    assert.equal(await lintBySpectral(), '');
  },
  rest: async ({ target }) => {
    await install('rest');
    await generateFromOpenApi();
    assert.equal(await typeErrors('rest'), '');
    assert.equal(await lintByRedocly(), '');
    for (const name of ['openapi-fetch.ts', 'hey-api.ts']) {
      assert.equal((await runProgram('rest', name, target)).at(-1), 'deleted');
    }
  },
  graphql: async ({ target }) => {
    await install('graphql');
    await generateFromSchema();
    assert.equal(await typeErrors('graphql'), '');
    assert.deepEqual(await runProgram('graphql', 'graphql-request.ts', target), [
      'would emit USER_CREATED',
      'refused BAD_USER_INPUT',
      'listed 2',
    ]);
  },
  ...Object.fromEntries(
    Object.entries(watching).map(([name, printed]) => [
      `live events: ${name}`,
      (platform: Platform) => watches(name, printed, platform),
    ]),
  ),
};

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(help);
    return 0;
  }
  const platform = await startKillable();
  let failed = 0;
  try {
    for (const [name, check] of Object.entries(checks)) {
      const problem = await check(platform).then(
        () => undefined,
        (error: Error) => error.message,
      );
      console.log(problem === undefined ? `ok      ${name}` : `FAILED  ${name}: ${problem}`);
      if (problem !== undefined) failed++;
    }
  } finally {
    await platform.close();
  }
  return failed ? 1 : 0;
}

process.exit(await main(process.argv.slice(2)));
