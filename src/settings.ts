import { emailSchema, passwordSchema } from './domain/people/identifiers.ts';
import {
  readHosts,
  readKeys,
  readOrigin,
  readRedisAddress,
  readUrl,
  readWhole,
  type Variable,
} from './domain/setting-values.ts';
import { nameSchema } from './domain/text.ts';
import { addressProblem, isDatabaseAddress } from './platform/database/address.ts';
import { isId } from './platform/ids/ids.ts';
import type { LogLevel } from './platform/logger.ts';
import type { Host } from './platform/network/allowed-hosts.ts';
import { type ExchangeLedgerMode, exchangeLedgerModes } from './vocabulary/token-exchange.ts';
import { type Mailbox, parseMailbox, parseSmtpUrl, type SmtpServer } from './platform/messaging/smtp-url.ts';

const logLevels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error'];

const isRecency = (seconds: number): boolean => seconds === 0 || (seconds >= 60 && seconds <= 86_400);

/** The environment variables, in the order of the documentation. */
export const variables = {
  port: {
    name: 'PORT',
    meaning: 'TCP port to listen on; 0 takes a free one.',
    otherwise: '3000',
    rule: 'a whole number from 0 to 65535',
    read: (text) => readWhole(text, 0, 65_535),
  } satisfies Variable<number>,
  host: {
    name: 'HOST',
    meaning: 'Address to listen on; 127.0.0.1 accepts only connections from this machine.',
    otherwise: '0.0.0.0',
    rule: 'an IP address or a host name',
    read: (text) => (/^[0-9A-Za-z.:_-]+$/.test(text) ? text : undefined),
  } satisfies Variable<string>,
  publicUrl: {
    name: 'PUBLIC_URL',
    meaning:
      'Origin under which users and services reach the platform; base of the issuer and of all other URLs. After a change, tokens issued under the previous one are not accepted, and with another host passkeys cannot be used: the start warns how many. At an IP address there are none. Required in production.',
    otherwise: 'http://localhost:PORT',
    rule: 'an origin such as https://id.example.com, without path, trailing slash, query, fragment or user',
    requiredInProduction: true,
    read: readOrigin,
  } satisfies Variable<string>,
  databaseUrl: {
    name: 'DATABASE_URL',
    meaning:
      'PostgreSQL 15 or newer. Parameters: sslmode and others of libpq, schema, and pgbouncer=true behind a pooler that assigns connections per transaction. Required in production.',
    otherwise: 'an embedded PostgreSQL in DATA_DIR',
    rule: 'a PostgreSQL address with one host and a database, such as postgresql://user:password@host:5432/database',
    secret: true,
    requiredInProduction: true,
    read: (text) => (isDatabaseAddress(text) ? text : undefined),
    problem: addressProblem,
  } satisfies Variable<string>,
  databasePoolSize: {
    name: 'DATABASE_POOL_SIZE',
    meaning: 'Maximum number of database connections of a process for everything but token exchanges.',
    otherwise: '10',
    rule: 'a whole number from 5 to 500',
    read: (text) => readWhole(text, 5, 500),
  } satisfies Variable<number>,
  databaseTokenPoolSize: {
    name: 'DATABASE_TOKEN_POOL_SIZE',
    meaning: 'Maximum number of further database connections of a process for token exchanges.',
    otherwise: '2',
    rule: 'a whole number from 2 to 50',
    read: (text) => readWhole(text, 2, 50),
  } satisfies Variable<number>,
  redisUrl: {
    name: 'REDIS_URL',
    meaning: 'Redis, through which several processes notify each other of changes; a single process does not need it.',
    otherwise: 'none',
    rule: 'a Redis address such as redis://:password@host:6379, or redis://:password@host:6379/1 with the number of a database',
    secret: true,
    read: readRedisAddress,
  } satisfies Variable<string>,
  dataDir: {
    name: 'DATA_DIR',
    meaning:
      'Folder of the embedded database, of the generated SECRETS_KEY, and of the credentials of a first start in production.',
    otherwise: '.data',
    rule: 'a path',
    read: (text) => (text.includes('\0') ? undefined : text),
  } satisfies Variable<string>,
  secretsKeys: {
    name: 'SECRETS_KEY',
    meaning:
      'Key that encrypts secrets at rest: 32 bytes in base64. For a rotation, several keys separated by commas: the first one encrypts, all decrypt. Required in production.',
    otherwise: 'generated on the first start and stored in DATA_DIR/secrets.key',
    rule: '32 bytes in base64 (openssl rand -base64 32), or several such keys separated by commas',
    secret: true,
    requiredInProduction: true,
    read: readKeys,
  } satisfies Variable<Buffer[]>,
  logLevel: {
    name: 'LOG_LEVEL',
    meaning: 'Lowest severity that is logged; debug adds a line per request.',
    otherwise: 'info',
    rule: `one of ${logLevels.join(', ')}`,
    read: (text) => logLevels.find((level) => level === text),
  } satisfies Variable<LogLevel>,
  production: {
    name: 'NODE_ENV',
    meaning:
      'production requires DATABASE_URL, PUBLIC_URL and SECRETS_KEY, prints no credentials, and disables development aids, such as GraphiQL.',
    otherwise: 'development',
    rule: 'one of production, development, test',
    read: (text) => (['production', 'development', 'test'].includes(text) ? text === 'production' : undefined),
  } satisfies Variable<boolean>,
  environment: {
    name: 'ENVIRONMENT_NAME',
    meaning: 'Name of this installation, such as Staging, which the query `platform` returns to dashboards.',
    otherwise: 'none',
    rule: '1 to 64 characters on one line',
    read: (text) => nameSchema.max(64).safeParse(text).data,
  } satisfies Variable<string>,
  contact: {
    name: 'ADMINISTRATOR_CONTACT',
    meaning:
      'Whom people ask who lack a permission: an email address, or a page, which the console names to them. The query `platform` returns it to everyone who is signed in.',
    otherwise: 'none',
    rule: 'an email address, or an http or https address',
    read: (text) => emailSchema.safeParse(text).data ?? readUrl(text, 'https:', 'http:'),
  } satisfies Variable<string>,
  metricsToken: {
    name: 'METRICS_TOKEN',
    meaning:
      'Bearer token that /metrics requires, and /readyz for the reason why it is not ready. Without it, both are open to everyone who reaches the platform.',
    otherwise: 'none',
    rule: 'at least 16 of the characters A-Z a-z 0-9 . _ ~ + / = -',
    secret: true,
    read: (text) => (/^[\w.~+/=-]{16,}$/.test(text) ? text : undefined),
  } satisfies Variable<string>,
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning:
      'OpenTelemetry collector that receives traces and metrics by OTLP over HTTP, at /v1/traces and /v1/metrics below this address. Other variables of OpenTelemetry, such as OTEL_EXPORTER_OTLP_HEADERS and OTEL_RESOURCE_ATTRIBUTES, apply as well.',
    otherwise: 'none; nothing is exported',
    rule: 'an http or https address such as http://localhost:4318',
    secret: true,
    read: (text) => readUrl(text, 'https:', 'http:')?.replace(/\/+$/, ''),
  } satisfies Variable<string>,
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    meaning:
      'Number of reverse proxies in front of the platform. The client address is then taken from X-Forwarded-For, to which each proxy appends the address of its client. If the number is too high, clients can forge their address; if the header has no address there, a warning is logged, and all clients have the address of the proxy.',
    otherwise: '0',
    rule: 'a whole number from 0 to 10',
    read: (text) => readWhole(text, 0, 10),
  } satisfies Variable<number>,
  shutdownDelaySeconds: {
    name: 'SHUTDOWN_DELAY_SECONDS',
    meaning:
      'Seconds for which the process still accepts requests after the signal to stop, while /readyz returns 503, so that load balancers notice. A second signal ends the wait.',
    otherwise: '5 in production, otherwise 0',
    rule: 'a whole number from 0 to 300',
    read: (text) => readWhole(text, 0, 300),
  } satisfies Variable<number>,
  recentSignInSeconds: {
    name: 'RECENT_SIGN_IN_SECONDS',
    meaning:
      'Seconds after a sign-in for which a user may make dangerous changes, such as deletions, through the Management API; later they must sign in again. 0 requires no recent sign-in; changes of one’s own account by the Account API then require one of 900 seconds.',
    otherwise: '900',
    rule: '0, or a whole number from 60 to 86400',
    read: (text) => (/^(0|[1-9]\d{1,4})$/.test(text) && isRecency(Number(text)) ? Number(text) : undefined),
  } satisfies Variable<number>,
  signUp: {
    name: 'SIGN_UP',
    meaning: 'open lets people create accounts with their email address. First start only.',
    otherwise: 'closed',
    rule: 'open or closed',
    read: (text) => (text === 'open' || text === 'closed' ? text : undefined),
  } satisfies Variable<'open' | 'closed'>,
  tokenFastPath: {
    name: 'TOKEN_FAST_PATH',
    meaning: 'Fast path for token requests; off returns the same responses, more slowly.',
    otherwise: 'on',
    rule: 'on or off',
    read: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  } satisfies Variable<boolean>,
  exchangeLedger: {
    name: 'EXCHANGE_LEDGER',
    meaning:
      'How answers to token exchanges are recorded: `fast` writes them within a moment, and a process that is killed loses the last ones; with `durable` each answer waits until it is recorded; `off` records nothing.',
    otherwise: 'fast',
    rule: `one of ${exchangeLedgerModes.join(', ')}`,
    read: (text) => exchangeLedgerModes.find((mode) => mode === text),
  } satisfies Variable<ExchangeLedgerMode>,
  exchangeRetentionDays: {
    name: 'EXCHANGE_RETENTION_DAYS',
    meaning: 'Days for which recorded token exchanges are kept, at most 400.',
    otherwise: '90',
    // Each day has a table with seven indexes. A migration of the ledger locks them all: with 400 days 3,200 of the
    // 6,400 locks that PostgreSQL has by default.
    rule: 'a whole number from 1 to 400',
    read: (text) => readWhole(text, 1, 400),
  } satisfies Variable<number>,
  webhookPrivateAddresses: {
    name: 'WEBHOOK_ALLOW_PRIVATE_ADDRESSES',
    meaning:
      'true allows webhooks and connectors to call this machine and private networks, for development and tests. Anyone who can create webhooks or connectors can then reach them.',
    otherwise: 'false',
    rule: 'true or false',
    read: (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
  } satisfies Variable<boolean>,
  identityProviderHosts: {
    name: 'IDENTITY_PROVIDER_ALLOWED_HOSTS',
    meaning:
      'Hosts on this machine and in private networks that identity providers may have; without a port, all ports. Outside production, http is then allowed on this machine. Anyone who can create identity providers can reach them.',
    otherwise: 'none; identity providers are on the public internet',
    rule: 'host names or IP addresses in lower case, each with an optional port, separated by commas, such as login.internal, 10.0.0.5:8443',
    read: readHosts,
  } satisfies Variable<readonly Host[]>,
  breachedPasswordsUrl: {
    name: 'BREACHED_PASSWORDS_URL',
    meaning:
      'Range API of breached passwords, such as https://api.pwnedpasswords.com/range/, which setUserPassword queries with the first 5 digits of the SHA-1. Breached passwords are refused; if there is no response, the password is accepted.',
    otherwise: 'none',
    rule: 'an http or https address that ends with a slash',
    read: (text) => (text.endsWith('/') ? readUrl(text, 'https:', 'http:') : undefined),
  } satisfies Variable<string>,
  smtpUrl: {
    name: 'SMTP_URL',
    meaning:
      'Mail server: smtp for STARTTLS, smtps for TLS from the start. With a password, TLS is required, except on this machine. Requires MAIL_FROM.',
    otherwise: 'none; outside production mails are shown at /inbox only',
    rule: 'a URL such as smtp://user:password@mail.example.com:587 or smtps://user:password@mail.example.com',
    secret: true,
    read: parseSmtpUrl,
  } satisfies Variable<SmtpServer>,
  mailFrom: {
    name: 'MAIL_FROM',
    meaning: 'Sender of mails: an address, or a name and an address such as Example <login@example.com>.',
    otherwise: 'none',
    rule: 'an email address such as login@example.com or Example <login@example.com>',
    read: parseMailbox,
  } satisfies Variable<Mailbox>,
  adminEmail: {
    name: 'BOOTSTRAP_ADMIN_EMAIL',
    meaning:
      'Email address of the first administrator, who can sign in with it or with the username admin. First start only.',
    otherwise: 'none',
    rule: 'an email address',
    read: (text) => emailSchema.safeParse(text).data,
  } satisfies Variable<string>,
  adminPassword: {
    name: 'BOOTSTRAP_ADMIN_PASSWORD',
    meaning: 'Password of the first administrator. First start only.',
    otherwise: 'generated and shown once',
    rule: '12 to 256 characters',
    secret: true,
    read: (text) => (text.length >= 12 ? passwordSchema.safeParse(text).data : undefined),
  } satisfies Variable<string>,
  clientId: {
    name: 'BOOTSTRAP_CLIENT_ID',
    meaning: 'Id of the first machine-to-machine application. First start only.',
    otherwise: 'generated and shown once',
    rule: 'an application id such as app_01h455vb4pex5vsknk084sn02q',
    read: (text) => (isId('application', text) ? text : undefined),
  } satisfies Variable<string>,
  clientSecret: {
    name: 'BOOTSTRAP_CLIENT_SECRET',
    meaning: 'Secret of the first machine-to-machine application. First start only.',
    otherwise: 'generated and shown once',
    // RFC 6749 §2.3.1 form-encodes the secret for Basic authentication, curl does not: unreserved characters are the
    // same either way.
    rule: 'at least 32 of the characters A-Z a-z 0-9 . _ ~ -',
    secret: true,
    read: (text) => (/^[A-Za-z0-9._~-]{32,}$/.test(text) ? text : undefined),
  } satisfies Variable<string>,
};
