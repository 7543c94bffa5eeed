import { findMisspellings, misspellingSentence, type Misspelling } from './config-misspellings.ts';
import { ConfigError, type ConfigReader, createConfigReader, fileVariable } from './config-reader.ts';
import type { Variable } from './domain/setting-values.ts';
import type { LogLevel } from './platform/logger.ts';
import type { Mailbox, SmtpServer } from './platform/messaging/smtp-url.ts';
import type { Host } from './platform/network/allowed-hosts.ts';
import { variables } from './settings.ts';
import type { ExchangeLedgerSettings } from './vocabulary/token-exchange.ts';
import { accountResourceOf } from './vocabulary/account/account-scopes.ts';

export { ConfigError };

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
  /** `${publicUrl}/account`: the resource indicator of the Account API. */
  accountResource: string;
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
  contact: string | undefined;
  /** Bearer token that `/metrics` requires. */
  metricsToken: string | undefined;
  /** Address of an OpenTelemetry collector, without a trailing slash. */
  otlpEndpoint: string | undefined;
  trustedProxies: number;
  /** Seconds between the signal to stop and the stop. */
  shutdownDelaySeconds: number;
  /** Seconds for which a sign-in is recent; 0 if none needs to be. */
  recentSignInSeconds: number;
  tokenFastPath: boolean;
  /** The way in which token exchanges are recorded, and the days for which they are kept. */
  exchangeLedger: ExchangeLedgerSettings;
  /** Whether people can create accounts from the first start on. */
  signUp: 'open' | 'closed';
  /** Whether webhooks and connectors may call this machine and private networks. */
  webhookPrivateAddresses: boolean;
  /** Hosts in private networks that identity providers may have. */
  identityProviderHosts: readonly Host[];
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
  /** Variables that are no settings and have nearly the name of one. */
  misspellings: readonly Misspelling[];
}

const allVariables: readonly Variable<unknown>[] = Object.values(variables);

/** The variables in the order of the documentation. */
export const documentedVariables: readonly Pick<Variable<unknown>, 'name' | 'meaning' | 'otherwise' | 'secret'>[] =
  allVariables;

const names = allVariables.flatMap(({ name, secret }) => (secret ? [name, fileVariable(name)] : [name]));

/** Reads the environment. An empty variable counts as not set. Throws ConfigError for everything that is invalid. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const reader = createConfigReader(env);
  const misspellings = findMisspellings(env, names);
  const config = readAll(reader, misspellings);
  const problems = [...reader.problems, ...missing(config, reader)];
  if (problems.length) throw new ConfigError([...problems, ...misspellings.map(misspellingSentence)].join('\n'));
  return Object.freeze(config);
}

function readAll({ read }: ConfigReader, misspellings: readonly Misspelling[]): Config {
  const port = read(variables.port) ?? 3000;
  const production = read(variables.production) ?? false;
  return {
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
    secretsKeys: read(variables.secretsKeys),
    logLevel: read(variables.logLevel) ?? 'info',
    production,
    environment: read(variables.environment),
    contact: read(variables.contact),
    metricsToken: read(variables.metricsToken),
    otlpEndpoint: read(variables.otlpEndpoint),
    trustedProxies: read(variables.trustedProxies) ?? 0,
    shutdownDelaySeconds: read(variables.shutdownDelaySeconds) ?? (production ? 5 : 0),
    recentSignInSeconds: read(variables.recentSignInSeconds) ?? 900,
    signUp: read(variables.signUp) ?? 'closed',
    tokenFastPath: read(variables.tokenFastPath) ?? true,
    exchangeLedger: Object.freeze({
      mode: read(variables.exchangeLedger) ?? 'fast',
      retentionDays: read(variables.exchangeRetentionDays) ?? 90,
    }),
    webhookPrivateAddresses: read(variables.webhookPrivateAddresses) ?? false,
    identityProviderHosts: read(variables.identityProviderHosts) ?? [],
    breachedPasswordsUrl: read(variables.breachedPasswordsUrl),
    smtp: readSmtp(read),
    bootstrap: Object.freeze(readBootstrap(read)),
    misspellings,
  };
}

/** Requirements of other settings. */
function missing({ production }: Config, { isSet }: ConfigReader): string[] {
  const inProduction = production ? allVariables.filter((variable) => variable.requiredInProduction) : [];
  const required = inProduction.map((variable) => ({ variable, why: 'NODE_ENV is production' }));
  if (isSet(variables.smtpUrl)) required.push({ variable: variables.mailFrom, why: 'SMTP_URL is set' });
  return required
    .filter(({ variable }) => !isSet(variable))
    .map(({ variable: { name, rule }, why }) => `${name} is required if ${why}: set it to ${rule}.`);
}

/** The settings with the bound port, which for PORT=0 is known only now. */
export function withPort(config: Config, port: number): Config {
  return config.publicUrl === localUrl(0) ? Object.freeze({ ...config, ...addresses(localUrl(port)) }) : config;
}

function readSmtp(read: ConfigReader['read']): Config['smtp'] {
  const [server, from] = [read(variables.smtpUrl), read(variables.mailFrom)];
  return server && from ? { server, from } : undefined;
}

function readBootstrap(read: ConfigReader['read']): Config['bootstrap'] {
  const { adminEmail, adminPassword, clientId, clientSecret } = variables;
  const entries = Object.entries({ adminEmail, adminPassword, clientId, clientSecret }).map(
    ([name, variable]) => [name, read<string>(variable)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function addresses(publicUrl: string): Pick<Config, 'publicUrl' | 'issuer' | 'managementResource' | 'accountResource'> {
  const apis = { managementResource: `${publicUrl}/api`, accountResource: accountResourceOf(publicUrl) };
  return { publicUrl, issuer: `${publicUrl}/oidc`, ...apis };
}

function localUrl(port: number): string {
  return `http://localhost:${port}`;
}
