import { fileURLToPath } from 'node:url';
import { secretsKey } from '../shared/database.ts';
import { asShipped, projectRoot, type ServerCommand, type ServerProcess } from '../shared/server-process.ts';
import { idOf } from './fixture/people.ts';

/** The two databases, by size. */
export type DatabaseName = 'large' | 'small';

export const serverNames = ['platform', 'platformSmall', 'prisma', 'sql'] as const;
export type ServerName = (typeof serverNames)[number];

export const titles: Record<ServerName, string> = {
  platform: 'platform',
  platformSmall: 'platform, few users',
  prisma: 'bare Prisma',
  sql: 'bare SQL',
};
export const isPlatform = (name: ServerName): boolean => name === 'platform' || name === 'platformSmall';

/** Base of every address that the platform publishes. Nothing listens there: no request header decides it either. */
export const publicUrl = 'http://bench.localhost';
/** The client of the first start, with the right to do everything. */
const client = { id: idOf('app', 900_000), secret: 'bench-secret-000000000000000000000000000000' };

export const databaseOf = (name: ServerName): DatabaseName => (name === 'platformSmall' ? 'small' : 'large');

/** The command of a server, with the flags of `npm start`. `nodeOptions` are for the platform's processes only. */
export function commandOf(name: ServerName, urls: Record<DatabaseName, string>, nodeOptions: string): ServerCommand {
  const url = urls[databaseOf(name)];
  if (name === 'prisma' || name === 'sql') {
    const file = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url));
    return { ...asShipped(projectRoot, file), env: { DATABASE_URL: url } };
  }
  return { ...asShipped(projectRoot), env: { ...platformEnvironment(url), NODE_OPTIONS: nodeOptions } };
}

const platformEnvironment = (databaseUrl: string): Record<string, string> => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: publicUrl,
  DATABASE_URL: databaseUrl,
  SECRETS_KEY: secretsKey,
  BOOTSTRAP_CLIENT_ID: client.id,
  BOOTSTRAP_CLIENT_SECRET: client.secret,
});

/** An access token for the Management API, by client credentials. */
export async function accessToken({ port }: Pick<ServerProcess, 'port'>): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${publicUrl}/api` }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`No access token: ${response.status} ${body}`);
  return (JSON.parse(body) as { access_token: string }).access_token;
}
