import { emailSchema, passwordSchema } from './domain/identifiers.ts';
import { isId } from './platform/ids/ids.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The settings, read once from the environment. The table of variables below gives their meaning. */
export interface Config {
  port: number;
  host: string;
  /** An origin, without a trailing slash: the base of every address we publish. */
  publicUrl: string;
  /** `${publicUrl}/oidc`: the "iss" of our tokens. */
  issuer: string;
  /** `${publicUrl}/api`: the resource indicator of the Management API. */
  managementResource: string;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  dataDir: string;
  /** 32 bytes each, the first one encrypts. Undefined: made and kept in the data folder. */
  secretsKeys: Buffer[] | undefined;
  logLevel: LogLevel;
  production: boolean;
  trustedProxies: number;
  tokenFastPath: boolean;
  /** Webhooks may call this machine and private networks. */
  webhookPrivateAddresses: boolean;
  bootstrap: {
    adminEmail?: string;
    adminPassword?: string;
    clientId?: string;
    clientSecret?: string;
  };
}

/** A setting that cannot be used. The message is one sentence that names the variable and never shows a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** One environment variable: the only place that knows its name, meaning, default and rule. */
interface Variable<Value> {
  name: string;
  meaning: string;
  /** As the documentation says it; what is really used follows from `read`. */
  otherwise: string;
  /** What a value must be: completes "NAME must be …". */
  rule: string;
  /** True for passwords, keys and addresses that may hold one: the value is never shown. */
  secret?: true;
  /** The value of the text, or undefined when it breaks the rule. */
  read(text: string): Value | undefined;
}

const variables = {
  port: {
    name: 'PORT',
    meaning: 'TCP port to listen on; 0 takes a free one.',
    otherwise: '3000',
    rule: 'a whole number from 0 to 65535',
    read: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  } satisfies Variable<number>,
  host: {
    name: 'HOST',
    meaning: 'Address to listen on; 127.0.0.1 keeps the platform to this machine.',
    otherwise: '0.0.0.0',
    rule: 'an IP address or a host name',
    read: (text) => (/^[0-9A-Za-z.:_-]+$/.test(text) ? text : undefined),
  } satisfies Variable<string>,
  publicUrl: {
    name: 'PUBLIC_URL',
    meaning:
      'Where people and services reach the platform: base of the issuer and of every other address. Tokens issued under another one are no longer accepted.',
    otherwise: 'http://localhost:PORT',
    rule: 'an origin such as https://id.example.com, without path, trailing slash, query, fragment or user',
    read: readOrigin,
  } satisfies Variable<string>,
  databaseUrl: {
    name: 'DATABASE_URL',
    meaning: 'PostgreSQL 15 or newer; append ?pgbouncer=true behind a pooler that cannot keep prepared statements.',
    otherwise: 'an embedded PostgreSQL in DATA_DIR',
    rule: 'a PostgreSQL address such as postgresql://user:password@host:5432/database',
    secret: true,
    read: (text) => readUrl(text, 'postgresql:', 'postgres:'),
  } satisfies Variable<string>,
  redisUrl: {
    name: 'REDIS_URL',
    meaning: 'Redis, by which several processes tell each other of changes; one process needs none.',
    otherwise: 'none',
    rule: 'a Redis address such as redis://:password@host:6379',
    secret: true,
    read: (text) => readUrl(text, 'redis:', 'rediss:'),
  } satisfies Variable<string>,
  dataDir: {
    name: 'DATA_DIR',
    meaning: 'Folder of the embedded database and of the key made for it.',
    otherwise: '.data',
    rule: 'a path',
    read: (text) => (text.includes('\0') ? undefined : text),
  } satisfies Variable<string>,
  secretsKeys: {
    name: 'SECRETS_KEY',
    meaning:
      'Key that encrypts secrets at rest: 32 bytes in base64. Several, separated by commas, for a rotation: the first one encrypts, all decrypt. Required in production.',
    otherwise: 'made on the first start and kept in DATA_DIR/secrets.key',
    rule: '32 bytes in base64 (openssl rand -base64 32), or several such keys separated by commas',
    secret: true,
    read: readKeys,
  } satisfies Variable<Buffer[]>,
  logLevel: {
    name: 'LOG_LEVEL',
    meaning: 'Least severity that is logged; debug adds one line per request.',
    otherwise: 'info',
    rule: `one of ${logLevels.join(', ')}`,
    read: (text) => logLevels.find((level) => level === text),
  } satisfies Variable<LogLevel>,
  production: {
    name: 'NODE_ENV',
    meaning: 'production demands SECRETS_KEY and hides what only helps developers.',
    otherwise: 'development',
    rule: 'one of production, development, test',
    read: (text) => (['production', 'development', 'test'].includes(text) ? text === 'production' : undefined),
  } satisfies Variable<boolean>,
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    meaning:
      'How many reverse proxies stand before the platform: clients are then told apart by X-Forwarded-For, to which each of them appends the address that called it. With too high a number clients can pretend to have any address.',
    otherwise: '0',
    rule: 'a whole number from 0 to 10',
    read: (text) => (/^\d{1,2}$/.test(text) && Number(text) <= 10 ? Number(text) : undefined),
  } satisfies Variable<number>,
  tokenFastPath: {
    name: 'TOKEN_FAST_PATH',
    meaning: 'The fast path for token requests; off gives the same answers, slower.',
    otherwise: 'on',
    rule: 'on or off',
    read: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  } satisfies Variable<boolean>,
  webhookPrivateAddresses: {
    name: 'WEBHOOK_ALLOW_PRIVATE_ADDRESSES',
    meaning:
      'true lets webhooks call this machine and private networks: for development and tests. Whoever may create webhooks can then reach them.',
    otherwise: 'false',
    rule: 'true or false',
    read: (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
  } satisfies Variable<boolean>,
  adminEmail: {
    name: 'BOOTSTRAP_ADMIN_EMAIL',
    meaning:
      'Email address of the first administrator, who can sign in with it as well as with the username admin. First start only.',
    otherwise: 'none',
    rule: 'an email address',
    read: (text) => emailSchema.safeParse(text).data,
  } satisfies Variable<string>,
  adminPassword: {
    name: 'BOOTSTRAP_ADMIN_PASSWORD',
    meaning: 'Password of the first administrator. First start only.',
    otherwise: 'made and printed once',
    rule: '12 to 256 characters',
    secret: true,
    read: (text) => (text.length >= 12 ? passwordSchema.safeParse(text).data : undefined),
  } satisfies Variable<string>,
  clientId: {
    name: 'BOOTSTRAP_CLIENT_ID',
    meaning: 'Id of the first machine-to-machine application. First start only.',
    otherwise: 'made and printed once',
    rule: 'an application id such as app_01h455vb4pex5vsknk084sn02q',
    read: (text) => (isId('application', text) ? text : undefined),
  } satisfies Variable<string>,
  clientSecret: {
    name: 'BOOTSTRAP_CLIENT_SECRET',
    meaning: 'Secret of the first machine-to-machine application. First start only.',
    otherwise: 'made and printed once',
    // RFC 6749 §2.3.1 form-encodes the secret before Basic, curl does not: unreserved characters are the same either way.
    rule: 'at least 32 characters out of A-Z a-z 0-9 . _ ~ -',
    secret: true,
    read: (text) => (/^[A-Za-z0-9._~-]{32,}$/.test(text) ? text : undefined),
  } satisfies Variable<string>,
};

/** Variables of earlier versions, and their new names: ignoring them would change what was configured. */
const renamed = { TOKEN_SHORTCUT: 'TOKEN_FAST_PATH' };

/** The variables as the documentation lists them. */
export const documentedVariables: readonly Pick<Variable<unknown>, 'name' | 'meaning' | 'otherwise'>[] =
  Object.values(variables);

/**
 * Reads the environment. An empty variable counts as not set. Throws ConfigError, with one sentence for the first value that cannot be used.
 * `dataDir` stays as given; only the addresses follow from one another.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  for (const [before, now] of Object.entries(renamed)) {
    if (env[before]) throw new ConfigError(`${before} was renamed: set ${now} instead.`);
  }
  const given = <Value>(variable: Variable<Value>): Value | undefined => readVariable(env, variable);
  const port = given(variables.port) ?? 3000;
  const production = given(variables.production) ?? false;
  const secretsKeys = given(variables.secretsKeys);
  if (production && !secretsKeys) {
    throw new ConfigError(
      `SECRETS_KEY is required when NODE_ENV is production: set it to ${variables.secretsKeys.rule}.`,
    );
  }
  return Object.freeze({
    port,
    host: given(variables.host) ?? '0.0.0.0',
    ...addresses(given(variables.publicUrl) ?? localUrl(port)),
    databaseUrl: given(variables.databaseUrl),
    redisUrl: given(variables.redisUrl),
    dataDir: given(variables.dataDir) ?? '.data',
    secretsKeys,
    logLevel: given(variables.logLevel) ?? 'info',
    production,
    trustedProxies: given(variables.trustedProxies) ?? 0,
    tokenFastPath: given(variables.tokenFastPath) ?? true,
    webhookPrivateAddresses: given(variables.webhookPrivateAddresses) ?? false,
    bootstrap: Object.freeze(readBootstrap(given)),
  });
}

/** The settings once a free port was taken for PORT=0: addresses that follow from the port follow the real one. */
export function withPort(config: Config, port: number): Config {
  return config.publicUrl === localUrl(0) ? Object.freeze({ ...config, ...addresses(localUrl(port)) }) : config;
}

/** What deserves a warning at the start although it can be used: sentences. */
export function configWarnings(config: Config): string[] {
  const { protocol, hostname } = new URL(config.publicUrl);
  const local =
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]';
  return protocol === 'http:' && !local
    ? [`PUBLIC_URL is ${config.publicUrl}: passwords and tokens travel in the clear unless it is an https address.`]
    : [];
}

/** The text of `--help`. */
export function usage(): string {
  const lines = documentedVariables.map(
    ({ name, meaning, otherwise }) => `  ${name.padEnd(25)} ${meaning}\n  ${''.padEnd(25)} Default: ${otherwise}.`,
  );
  return [
    'Usage: node src/main.ts [--help | --version]',
    '',
    'Settings, all of them environment variables:',
    ...lines,
    '',
  ].join('\n');
}

function readVariable<Value>(env: NodeJS.ProcessEnv, variable: Variable<Value>): Value | undefined {
  const text = env[variable.name];
  if (text === undefined || text === '') return undefined;
  const value = variable.read(text);
  if (value !== undefined) return value;
  const shown = variable.secret ? 'its value is not shown here' : `it is ${JSON.stringify(text.slice(0, 100))}`;
  throw new ConfigError(`${variable.name} must be ${variable.rule}; ${shown}.`);
}

function readBootstrap(given: <Value>(variable: Variable<Value>) => Value | undefined): Config['bootstrap'] {
  const { adminEmail, adminPassword, clientId, clientSecret } = variables;
  const entries = Object.entries({ adminEmail, adminPassword, clientId, clientSecret }).map(
    ([name, variable]) => [name, given<string>(variable)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function addresses(publicUrl: string): Pick<Config, 'publicUrl' | 'issuer' | 'managementResource'> {
  return { publicUrl, issuer: `${publicUrl}/oidc`, managementResource: `${publicUrl}/api` };
}

function localUrl(port: number): string {
  return `http://localhost:${port}`;
}

function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const usable = (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === text && url.port !== '0';
  return usable ? text : undefined;
}

function readUrl(text: string, ...protocols: string[]): string | undefined {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined;
}

// Node's decoder skips what is not base64: only a text that encodes back to itself was meant.
function readKeys(text: string): Buffer[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const keys = parts.map((part) => Buffer.from(part, 'base64'));
  return keys.every((key, index) => key.length === 32 && key.toString('base64') === parts[index]) ? keys : undefined;
}
