import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { idOf } from '../exchange/fixture/people.ts';
import { secretsKey } from '../shared/database.ts';
import type { ServerCommand } from '../shared/server-process.ts';

/** Base of every address that the platform publishes. Nothing listens there: no request header decides it either. */
export const publicUrl = 'http://bench.localhost';

/** An application that calls the Management API. */
export interface Caller {
  id: string;
  secret: string;
}

/** Who may do everything: the first is made by the first start, the others by fixture/callers.ts. One caller has no more than 1000 sockets. */
export const callers: readonly [Caller, ...Caller[]] = [
  callerOf(0),
  ...Array.from({ length: 5 }, (_, n) => callerOf(n + 1)),
];

function callerOf(number: number): Caller {
  return { id: idOf('app', 900_000 + number), secret: `bench-caller-${String(number).padStart(30, '0')}` };
}

const collecting = `--import ${new URL('servers/collect-on-signal.ts', import.meta.url).href}`;

/** What `npm start` runs, made so that it can be asked for a collection of its garbage. */
export function platformCommand(databaseUrl: string, nodeOptions: string): ServerCommand {
  return {
    command: ['sh', '-c', packageJson.scripts.start],
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: secretsKey,
      BOOTSTRAP_CLIENT_ID: callers[0].id,
      BOOTSTRAP_CLIENT_SECRET: callers[0].secret,
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
      NODE_OPTIONS: `${collecting} ${nodeOptions}`,
    },
  };
}

/** A reference server: started as `npm start` does it, with the same flags and variables. */
export function referenceCommand(name: 'broadcast' | 'posts', env: Record<string, string> = {}): ServerCommand {
  const file = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url));
  const command = packageJson.scripts.start.replace('src/main.ts', JSON.stringify(file));
  return { command: ['sh', '-c', command], env: { NODE_OPTIONS: collecting, ...env } };
}

/** An access token for the Management API, by client credentials. */
export async function accessToken(port: number, { id, secret }: Caller = callers[0]): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${publicUrl}/api` }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`No access token: ${response.status} ${body}`);
  return (JSON.parse(body) as { access_token: string }).access_token;
}
