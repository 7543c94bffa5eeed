import type { Variable } from './domain/setting-values.ts';
import type { Mailbox, SmtpServer } from './platform/messaging/smtp-url.ts';
import { type LogLevel, variables } from './settings.ts';

export type { LogLevel };

/** The settings, read once from the environment; settings.ts describes them. */
export interface Config {
  port: number;
  host: string;
  /** An origin, without a trailing slash: the base of all published URLs. */
  publicUrl: string;
  /** `${publicUrl}/oidc`: the claim "iss". */
  issuer: string;
  /** `${publicUrl}/api`: the resource indicator of the Management API. */
  managementResource: string;
  databaseUrl: string | undefined;
  /** Maximum numbers of connections of this process. */
  databasePools: { max: number; maxForTokens: number };
  redisUrl: string | undefined;
  dataDir: string;
  /** 32 bytes each; the first one encrypts. Undefined: generated and stored in the data folder. */
  secretsKeys: Buffer[] | undefined;
  logLevel: LogLevel;
  production: boolean;
  /** Name of the installation, for dashboards. */
  environment: string | undefined;
  /** Bearer token that `/metrics` requires. */
  metricsToken: string | undefined;
  /** Address of an OpenTelemetry collector, without a trailing slash. */
  otlpEndpoint: string | undefined;
  trustedProxies: number;
  /** Seconds for which a sign-in is recent; 0 if none needs to be. */
  recentSignInSeconds: number;
  tokenFastPath: boolean;
  /** Whether people can create accounts from the first start on. */
  signUp: 'open' | 'closed';
  /** Whether webhooks and connectors may call this machine and private networks. */
  webhookPrivateAddresses: boolean;
  /** A range API of breached passwords, with a slash at its end. */
  breachedPasswordsUrl: string | undefined;
  /** The mail server, and the sender of all mails. */
  smtp: { server: SmtpServer; from: Mailbox } | undefined;
  bootstrap: {
    adminEmail?: string;
    adminPassword?: string;
    clientId?: string;
    clientSecret?: string;
  };
}

/** An invalid setting. The message is one sentence that names the variable and never contains a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Renamed variables. Ignoring an old name would silently drop a setting. */
const renamed = { TOKEN_SHORTCUT: 'TOKEN_FAST_PATH' };

/** The variables in the order of the documentation. */
export const documentedVariables: readonly Pick<Variable<unknown>, 'name' | 'meaning' | 'otherwise'>[] =
  Object.values(variables);

/** Reads the environment. An empty variable counts as not set. Throws ConfigError for the first invalid value. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  for (const [before, now] of Object.entries(renamed)) {
    if (env[before]) throw new ConfigError(`${before} was renamed: set ${now} instead.`);
  }
  const read = <Value>(variable: Variable<Value>): Value | undefined => readVariable(env, variable);
  const port = read(variables.port) ?? 3000;
  const production = read(variables.production) ?? false;
  const secretsKeys = read(variables.secretsKeys);
  if (production && !secretsKeys) {
    throw new ConfigError(
      `SECRETS_KEY is required if NODE_ENV is production: set it to ${variables.secretsKeys.rule}.`,
    );
  }
  return Object.freeze({
    port,
    host: read(variables.host) ?? '0.0.0.0',
    ...addresses(read(variables.publicUrl) ?? localUrl(port)),
    databaseUrl: read(variables.databaseUrl),
    databasePools: Object.freeze({
      max: read(variables.databasePoolSize) ?? 10,
      maxForTokens: read(variables.databaseTokenPoolSize) ?? 2,
    }),
    redisUrl: read(variables.redisUrl),
    dataDir: read(variables.dataDir) ?? '.data',
    secretsKeys,
    logLevel: read(variables.logLevel) ?? 'info',
    production,
    environment: read(variables.environment),
    metricsToken: read(variables.metricsToken),
    otlpEndpoint: read(variables.otlpEndpoint),
    trustedProxies: read(variables.trustedProxies) ?? 0,
    recentSignInSeconds: read(variables.recentSignInSeconds) ?? 900,
    signUp: read(variables.signUp) ?? 'closed',
    tokenFastPath: read(variables.tokenFastPath) ?? true,
    webhookPrivateAddresses: read(variables.webhookPrivateAddresses) ?? false,
    breachedPasswordsUrl: read(variables.breachedPasswordsUrl),
    smtp: readSmtp(read),
    bootstrap: Object.freeze(readBootstrap(read)),
  });
}

/** The settings with the bound port, which for PORT=0 is known only now. */
export function withPort(config: Config, port: number): Config {
  return config.publicUrl === localUrl(0) ? Object.freeze({ ...config, ...addresses(localUrl(port)) }) : config;
}

function readVariable<Value>(env: NodeJS.ProcessEnv, variable: Variable<Value>): Value | undefined {
  const text = env[variable.name];
  if (text === undefined || text === '') return undefined;
  const value = variable.read(text);
  if (value !== undefined) return value;
  const shown = variable.secret ? 'its value is not shown' : `it is ${JSON.stringify(text.slice(0, 100))}`;
  throw new ConfigError(`${variable.name} must be ${variable.rule}; ${shown}.`);
}

function readSmtp(read: <Value>(variable: Variable<Value>) => Value | undefined): Config['smtp'] {
  const [server, from] = [read(variables.smtpUrl), read(variables.mailFrom)];
  if (!server) return undefined;
  if (!from) throw new ConfigError(`MAIL_FROM is required if SMTP_URL is set: set it to ${variables.mailFrom.rule}.`);
  return { server, from };
}

function readBootstrap(read: <Value>(variable: Variable<Value>) => Value | undefined): Config['bootstrap'] {
  const { adminEmail, adminPassword, clientId, clientSecret } = variables;
  const entries = Object.entries({ adminEmail, adminPassword, clientId, clientSecret }).map(
    ([name, variable]) => [name, read<string>(variable)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function addresses(publicUrl: string): Pick<Config, 'publicUrl' | 'issuer' | 'managementResource'> {
  return { publicUrl, issuer: `${publicUrl}/oidc`, managementResource: `${publicUrl}/api` };
}

function localUrl(port: number): string {
  return `http://localhost:${port}`;
}
