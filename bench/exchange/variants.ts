import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { secretsKey } from '../shared/database.ts';
import type { ServerCommand } from '../shared/server-process.ts';

/** The two databases, by size. */
export type DatabaseName = 'large' | 'small';

/** A variant: a server and its requests. */
export interface Variant {
  name: VariantName;
  title: string;
  server: ServerCommand;
  /** The database of the users in the requests, and of the platform. */
  database: DatabaseName;
  /** True for the platform, whose responses are checked; false for references. */
  isPlatform: boolean;
  /** Whether subject tokens are repeated; otherwise each request has another one. */
  sameTokens: boolean;
}

export const variantNames = ['bare', 'ceiling', 'shipped', 'shippedSame', 'off', 'offSame', 'small'] as const;
export type VariantName = (typeof variantNames)[number];

/** The base of the issuer. Nothing listens there, and no request header changes it. */
export const publicUrl = 'http://bench.localhost';
export const issuer = `${publicUrl}/oidc`;

/** All variants, for databases at these addresses. `nodeOptions` are for the platform only. */
export function allVariants(urls: Record<DatabaseName, string>, nodeOptions = ''): Variant[] {
  const platform = (name: VariantName, title: string, how: Partial<Variant> & { fastPath?: string }): Variant => {
    const { fastPath = 'on', database = 'large', sameTokens = false } = how;
    const env = { ...platformEnvironment(urls[database], fastPath), NODE_OPTIONS: nodeOptions };
    return {
      name,
      title,
      server: { command: asShipped, env },
      database,
      isPlatform: true,
      sameTokens,
    };
  };
  return [
    reference('bare', 'bare node:http'),
    reference('ceiling', 'ceiling: verify + sign'),
    platform('shipped', 'platform, all different', {}),
    platform('shippedSame', 'platform, same tokens', { sameTokens: true }),
    platform('off', 'fast path off, all different', { fastPath: 'off' }),
    platform('offSame', 'fast path off, same tokens', { fastPath: 'off', sameTokens: true }),
    platform('small', 'platform, few users', { database: 'small' }),
  ];
}

/** The platform as `npm start` runs it. */
const asShipped = ['sh', '-c', packageJson.scripts.start];

function reference(name: VariantName, title: string): Variant {
  const file = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url));
  const server = { command: [process.execPath, file], env: {} };
  return { name, title, server, database: 'large', isPlatform: false, sameTokens: false };
}

function platformEnvironment(databaseUrl: string, fastPath: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    DATABASE_URL: databaseUrl,
    SECRETS_KEY: secretsKey,
    TOKEN_FAST_PATH: fastPath,
  };
}
