import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigError, documentedVariables, readConfig, withPort } from '../src/config.ts';

const key = randomBytes(32).toString('base64');

const required = { DATABASE_URL: 'postgresql://db/mandate', PUBLIC_URL: 'https://id.example.com', SECRETS_KEY: key };

describe('the configuration', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '0.0.0.0',
      publicUrl: 'http://localhost:3000',
      issuer: 'http://localhost:3000/oidc',
      managementResource: 'http://localhost:3000/api',
      accountResource: 'http://localhost:3000/account',
      databaseUrl: undefined,
      databasePools: { max: 10, maxForTokens: 2 },
      redisUrl: undefined,
      dataDir: '.data',
      secretsKeys: undefined,
      logLevel: 'info',
      production: false,
      trustedProxies: 0,
      shutdownDelaySeconds: 0,
      recentSignInSeconds: 900,
      otlpEndpoint: undefined,
      signUp: 'closed',
      tokenFastPath: true,
      webhookPrivateAddresses: false,
      identityProviderHosts: [],
      breachedPasswordsUrl: undefined,
      contact: undefined,
      exchangeLedger: { mode: 'fast', retentionDays: 90 },
      bootstrap: {},
      misspellings: [],
    });
  });

  it('reads every setting from its variable', () => {
    const other = randomBytes(32).toString('base64');
    const config = readConfig({
      PORT: '8080',
      EXCHANGE_LEDGER: 'durable',
      EXCHANGE_RETENTION_DAYS: '30',
      RECENT_SIGN_IN_SECONDS: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://id.example.com',
      DATABASE_URL: 'postgresql://mandate:pw@db:5432/mandate?pgbouncer=true',
      DATABASE_POOL_SIZE: '40',
      DATABASE_TOKEN_POOL_SIZE: '4',
      REDIS_URL: 'rediss://:pw@cache:6380/1',
      DATA_DIR: '/var/lib/mandate',
      SECRETS_KEY: `${key}, ${other}`,
      LOG_LEVEL: 'debug',
      NODE_ENV: 'production',
      ENVIRONMENT_NAME: 'Staging',
      ADMINISTRATOR_CONTACT: 'help@example.com',
      METRICS_TOKEN: 'a+base64/token==',
      TRUSTED_PROXIES: '2',
      SHUTDOWN_DELAY_SECONDS: '20',
      TOKEN_FAST_PATH: 'off',
      SIGN_UP: 'open',
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
      IDENTITY_PROVIDER_ALLOWED_HOSTS: '10.0.0.5:8443',
      BREACHED_PASSWORDS_URL: 'https://breaches.example.com/range/',
      BOOTSTRAP_ADMIN_EMAIL: 'Admin@Example.com',
      BOOTSTRAP_ADMIN_PASSWORD: 'twelve chars',
      BOOTSTRAP_CLIENT_ID: 'app_01h455vb4pex5vsknk084sn02q',
      BOOTSTRAP_CLIENT_SECRET: 'abcdefghijklmnopqrstuvwxyz.~_-0189AZ',
    });
    expect(config).toEqual({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'https://id.example.com',
      issuer: 'https://id.example.com/oidc',
      managementResource: 'https://id.example.com/api',
      accountResource: 'https://id.example.com/account',
      databaseUrl: 'postgresql://mandate:pw@db:5432/mandate?pgbouncer=true',
      databasePools: { max: 40, maxForTokens: 4 },
      redisUrl: 'rediss://:pw@cache:6380/1',
      dataDir: '/var/lib/mandate',
      secretsKeys: [Buffer.from(key, 'base64'), Buffer.from(other, 'base64')],
      logLevel: 'debug',
      production: true,
      environment: 'Staging',
      exchangeLedger: { mode: 'durable', retentionDays: 30 },
      contact: 'help@example.com',
      metricsToken: 'a+base64/token==',
      trustedProxies: 2,
      shutdownDelaySeconds: 20,
      recentSignInSeconds: 0,
      tokenFastPath: false,
      signUp: 'open',
      webhookPrivateAddresses: true,
      identityProviderHosts: [{ hostname: '10.0.0.5', port: 8443 }],
      breachedPasswordsUrl: 'https://breaches.example.com/range/',
      bootstrap: {
        adminEmail: 'admin@example.com',
        adminPassword: 'twelve chars',
        clientId: 'app_01h455vb4pex5vsknk084sn02q',
        clientSecret: 'abcdefghijklmnopqrstuvwxyz.~_-0189AZ',
      },
      misspellings: [],
    });
  });

  it('reads the mail server and the sender', () => {
    const env = { SMTP_URL: 'smtps://ada:s3cret@mail.example.com', MAIL_FROM: 'Example <login@example.com>' };
    expect(readConfig(env).smtp).toEqual({
      server: {
        host: 'mail.example.com',
        port: 465,
        tls: 'implicit',
        user: 'ada',
        password: 's3cret',
      },
      from: { name: 'Example', address: 'login@example.com' },
    });
    expect(refusal({ SMTP_URL: env.SMTP_URL })).toMatch(/^MAIL_FROM is required if SMTP_URL is set: /);
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig(Object.fromEntries(documentedVariables.map(({ name }) => [name, ''])))).toEqual(readConfig({}));
  });

  it('delays the stop for five seconds in production', () => {
    const production = { NODE_ENV: 'production', ...required };
    expect(readConfig(production).shutdownDelaySeconds).toBe(5);
    expect(readConfig({ ...production, SHUTDOWN_DELAY_SECONDS: '0' }).shutdownDelaySeconds).toBe(0);
  });

  it('is immutable', () => {
    const config = readConfig({});
    expect(Object.isFrozen(config) && Object.isFrozen(config.bootstrap)).toBe(true);
  });
});

describe('an invalid setting', () => {
  it.each([
    ['DATABASE_POOL_SIZE', '4'],
    ['DATABASE_POOL_SIZE', '010'],
    ['DATABASE_TOKEN_POOL_SIZE', '1'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['PORT', 'three'],
    ['HOST', 'not a host'],
    ['HOST', 'http://localhost'],
    ['PUBLIC_URL', 'id.example.com'],
    ['PUBLIC_URL', 'ftp://id.example.com'],
    ['PUBLIC_URL', 'https://id.example.com/'],
    ['PUBLIC_URL', 'https://id.example.com/base'],
    ['PUBLIC_URL', 'https://id.example.com?x'],
    ['PUBLIC_URL', 'https://id.example.com#x'],
    ['PUBLIC_URL', 'https://user@id.example.com'],
    ['PUBLIC_URL', 'https://ID.example.com'],
    ['PUBLIC_URL', 'http://localhost:0'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_LEVEL', 'INFO'],
    ['LOG_LEVEL', 'toString'],
    ['NODE_ENV', 'prod'],
    ['ENVIRONMENT_NAME', 'a'.repeat(65)],
    ['ENVIRONMENT_NAME', 'two\nlines'],
    ['ADMINISTRATOR_CONTACT', 'javascript:alert(1)'],
    ['TRUSTED_PROXIES', '-1'],
    ['TRUSTED_PROXIES', '11'],
    ['TRUSTED_PROXIES', '10.0.0.1'],
    ['SHUTDOWN_DELAY_SECONDS', '301'],
    ['SHUTDOWN_DELAY_SECONDS', '5s'],
    ['TOKEN_FAST_PATH', 'yes'],
    ['EXCHANGE_LEDGER', 'on'],
    ['EXCHANGE_RETENTION_DAYS', '0'],
    ['EXCHANGE_RETENTION_DAYS', '401'],
    ['SIGN_UP', 'yes'],
    ['DATA_DIR', 'a\0b'],
    ['IDENTITY_PROVIDER_ALLOWED_HOSTS', 'https://login.internal'],
    ['BREACHED_PASSWORDS_URL', 'https://breaches.example.com/range'],
    ['BREACHED_PASSWORDS_URL', 'breaches/'],
    ['MAIL_FROM', 'Example'],
    ['MAIL_FROM', 'A <a@example.com>, B <b@example.com>'],
    ['BOOTSTRAP_ADMIN_EMAIL', 'admin'],
    ['BOOTSTRAP_ADMIN_EMAIL', 'admin@localhost'],
    ['BOOTSTRAP_ADMIN_EMAIL', 'a b@example.com'],
    ['BOOTSTRAP_CLIENT_ID', 'backend'],
    ['BOOTSTRAP_CLIENT_ID', 'user_01h455vb4pex5vsknk084sn02q'],
  ])('the setting %s is refused in one sentence that shows the value %j', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} must be [^\\n]+\\.$`));
    expect(message).toContain(JSON.stringify(value));
  });

  it.each([
    ['DATABASE_URL', 'mysql://root:sesame@db/mandate'],
    ['DATABASE_URL', 'sesame'],
    ['DATABASE_URL', 'postgresql://mandate:sesame@one,two/mandate'],
    ['DATABASE_URL', 'postgresql://mandate:sesame@db'],
    ['REDIS_URL', 'http://:sesame@cache:6379'],
    ['SMTP_URL', 'smtp://ada:sesame@mail.example.com/path'],
    ['SECRETS_KEY', 'sesame'],
    ['SECRETS_KEY', `${key},c2VzYW1l`],
    ['SECRETS_KEY', `${key.slice(0, -1)}!`],
    ['SECRETS_KEY', `${key},`],
    ['SECRETS_KEY', 'sesame00'.repeat(8)],
    ['METRICS_TOKEN', 'sesame'],
    ['METRICS_TOKEN', 'sesame with spaces'],
    ['BOOTSTRAP_ADMIN_PASSWORD', 'sesame'],
    ['BOOTSTRAP_ADMIN_PASSWORD', 'sesame'.repeat(50)],
    ['BOOTSTRAP_CLIENT_SECRET', 'sesame'],
    ['BOOTSTRAP_CLIENT_SECRET', `sesame:${'x'.repeat(40)}`],
    ['BOOTSTRAP_CLIENT_SECRET', `sesame+${'x'.repeat(40)}`],
  ])('the setting %s is refused in one sentence that does not show a secret', (name, value) => {
    const message = refusal({ MAIL_FROM: 'login@example.com', [name]: value });
    expect(message).toMatch(new RegExp(`^${name} must be [^\\n]+; its value is not shown\\.$`));
    expect(message).not.toContain('sesame');
    expect(message).not.toContain(value);
  });

  it('is quoted so that it cannot break the line or exceed its length', () => {
    const message = refusal({ LOG_LEVEL: `a\nb\u001b[31m${'x'.repeat(5000)}` });
    expect(message.split('').every((character) => character >= ' ')).toBe(true);
    expect(message.length).toBeLessThan(300);
  });

  it('is reported as in the manual', () => {
    expect(refusal({ LOG_LEVEL: 'loud' })).toBe(
      'LOG_LEVEL must be one of trace, debug, info, warn, error; it is "loud".',
    );
  });

  it('is in production a missing database, public address or key: each has a sentence', () => {
    const names = Object.keys(required);
    const sentences = refusal({ NODE_ENV: 'production' }).split('\n');
    expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(['PUBLIC_URL', 'DATABASE_URL', 'SECRETS_KEY']);
    for (const sentence of sentences)
      expect(sentence).toMatch(/^[A-Z_]+ is required if NODE_ENV is production: set it to .+\.$/);
    for (const name of names)
      expect(refusal({ NODE_ENV: 'production', ...required, [name]: '' })).toMatch(new RegExp(`^${name} .+\\.$`));
    expect(readConfig({ NODE_ENV: 'production', ...required }).production).toBe(true);
    expect(readConfig({ NODE_ENV: 'test' })).toMatchObject({ databaseUrl: undefined, secretsKeys: undefined });
  });

  it('is reported together with every other one', () => {
    const env = { PORT: 'three', LOG_LEVEL: 'loud', SMTP_URL: 'smtp://mail.example.com' };
    expect(refusal(env).split('\n')).toEqual([
      expect.stringMatching(/^PORT must be /),
      expect.stringMatching(/^LOG_LEVEL must be /),
      expect.stringMatching(/^MAIL_FROM is required if SMTP_URL is set: /),
    ]);
  });

  it('is a parameter of the database, or a database of Redis, that there is not', () => {
    expect(refusal({ DATABASE_URL: 'postgresql://db/mandate?sslmode=sesame' })).toBe(
      'DATABASE_URL: sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full.',
    );
    expect(refusal({ DATABASE_URL: 'postgresql://db/mandate?port=sesame' })).toMatch(/^DATABASE_URL: [^\n]+\.$/);
    expect(refusal({ REDIS_URL: 'redis://:sesame@cache:6379/first' })).toMatch(
      /^REDIS_URL must be [^\n]+ not shown\.$/,
    );
    expect(readConfig({ REDIS_URL: 'redis://cache:6379/' }).redisUrl).toBe('redis://cache:6379/');
  });
});

describe('addresses', () => {
  it('use the actual port for PORT=0', () => {
    const config = withPort(readConfig({ PORT: '0' }), 4321);
    expect(config).toMatchObject({ publicUrl: 'http://localhost:4321', issuer: 'http://localhost:4321/oidc' });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('are those of PUBLIC_URL, whatever the port', () => {
    expect(withPort(readConfig({ PORT: '0', PUBLIC_URL: 'https://id.example.com' }), 4321).issuer).toBe(
      'https://id.example.com/oidc',
    );
  });
});

/** The message with which `env` is refused. */
function refusal(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}
