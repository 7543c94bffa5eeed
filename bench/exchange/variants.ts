import { fileURLToPath } from 'node:url';
import { secretsKey } from '../shared/database.ts';
import { asShipped, type ServerCommand } from '../shared/server-process.ts';

/** The databases: two sizes, a large one with rules, and that of the commit that is compared. */
export const databaseNames = ['large', 'small', 'ruled', 'against'] as const;
export type DatabaseName = (typeof databaseNames)[number];

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
  /** Whether requests meet every rule. */
  isWhole: boolean;
}

/** The requests of a variant in the generator. */
export const requestsOf = ({ database, isWhole }: Pick<Variant, 'database' | 'isWhole'>): string =>
  isWhole ? `${database} whole` : database;

export type VariantName =
  | 'bare'
  | 'ceiling'
  | 'shipped'
  | 'shippedSame'
  | 'off'
  | 'ledgerOff'
  | 'ledgerOffSame'
  | 'durable'
  | 'unruled'
  | 'ruled'
  | 'small'
  | 'against'
  | 'againstSame';

/** The base of the issuer. Nothing listens there, and no request header changes it. */
export const publicUrl = 'http://bench.localhost';
export const issuer = `${publicUrl}/oidc`;

/** A platform on one of the databases. */
export interface Platform {
  /** The folder of its commit. */
  root: string;
  url: string;
}

/** All variants; without a commit to compare, there is no database for it. `nodeOptions` are for the platform only. */
export function allVariants(
  { large, small, ruled, against }: Record<'large' | 'small' | 'ruled', Platform> & { against?: Platform | undefined },
  nodeOptions = '',
): Variant[] {
  const platform = (name: VariantName, title: string, on: Platform, how: How): Variant => {
    const { database = 'large', sameTokens = false, isWhole = false, env: changed = {} } = how;
    const env = { ...platformEnvironment(on.url), ...changed, NODE_OPTIONS: nodeOptions };
    return { name, title, server: { ...asShipped(on.root), env }, database, isPlatform: true, sameTokens, isWhole };
  };
  return [
    reference('bare', 'bare node:http'),
    reference('ceiling', 'ceiling: verify + sign'),
    platform('shipped', 'platform, all different', large, {}),
    platform('shippedSame', 'platform, same tokens', large, { sameTokens: true }),
    platform('off', 'fast path off, all different', large, { env: { TOKEN_FAST_PATH: 'off' } }),
    platform('ledgerOff', 'ledger off, all different', large, { env: { EXCHANGE_LEDGER: 'off' } }),
    platform('ledgerOffSame', 'ledger off, same tokens', large, { env: { EXCHANGE_LEDGER: 'off' }, sameTokens: true }),
    platform('durable', 'ledger durable, all different', large, { env: { EXCHANGE_LEDGER: 'durable' } }),
    platform('unruled', 'organizations, no rules', large, { isWhole: true }),
    platform('ruled', 'organizations, every rule', ruled, { database: 'ruled', isWhole: true }),
    platform('small', 'platform, few users', small, { database: 'small' }),
    ...(against
      ? [
          platform('against', 'compared commit, all different', against, { database: 'against' }),
          platform('againstSame', 'compared commit, same tokens', against, { database: 'against', sameTokens: true }),
        ]
      : []),
  ];
}

type How = Partial<Pick<Variant, 'database' | 'sameTokens' | 'isWhole'> & Pick<ServerCommand, 'env'>>;

function reference(name: VariantName, title: string): Variant {
  const file = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url));
  const server = { command: [process.execPath, file], env: {} };
  return { name, title, server, database: 'large', isPlatform: false, sameTokens: false, isWhole: false };
}

export const platformEnvironment = (databaseUrl: string): Record<string, string> => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: publicUrl,
  DATABASE_URL: databaseUrl,
  SECRETS_KEY: secretsKey,
});
