import { fileURLToPath } from 'node:url';
import { idOf } from '../exchange/fixture/people.ts';
import { secretsKey } from '../shared/database.ts';
import { asShipped, projectRoot, type ServerCommand } from '../shared/server-process.ts';

/** The base of every address that the platform publishes. Nothing listens there, and no request header changes it. */
export const publicUrl = 'http://bench.localhost';

/** An application that calls the Management API. */
export interface Caller {
  id: string;
  secret: string;
}

/**
 * The applications with all permissions: the first start creates the first one, fixture/callers.ts the others. One
 * caller can have 1000 sockets.
 */
export const callers: readonly [Caller, ...Caller[]] = [
  callerOf(0),
  ...Array.from({ length: 5 }, (_, n) => callerOf(n + 1)),
];

function callerOf(number: number): Caller {
  return { id: idOf('app', 900_000 + number), secret: `bench-caller-${String(number).padStart(30, '0')}` };
}

const collecting = `--import ${new URL('servers/collect-on-signal.ts', import.meta.url).href}`;

/** The platform as `npm start` runs it, with a signal that triggers garbage collection. */
export function platformCommand(databaseUrl: string, nodeOptions: string): ServerCommand {
  return {
    ...asShipped(projectRoot),
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

/** A reference server, started with the flags and variables of `npm start`. */
export function referenceCommand(name: 'broadcast' | 'posts', env: Record<string, string> = {}): ServerCommand {
  const file = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url));
  return { ...asShipped(projectRoot, file), env: { NODE_OPTIONS: collecting, ...env } };
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
