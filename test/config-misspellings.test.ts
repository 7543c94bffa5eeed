import { describe, expect, it } from 'vitest';
import { configWarnings } from '../src/app/start/config-warnings.ts';
import { ConfigError, readConfig } from '../src/config.ts';

const warnings = (...names: string[]) =>
  configWarnings(readConfig(Object.fromEntries(names.map((name) => [name, 'sesame'])))).map(({ message }) => message);

describe('a variable with nearly the name of a setting', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
    ['SECRET_KEY', 'SECRETS_KEY'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['PUBLIC_URL_FILE', 'PUBLIC_URL'],
    ['NODE_EVN', 'NODE_ENV'],
    ['PROT', 'PORT'],
    ['EMAIL_FROM', 'MAIL_FROM'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['BOOTSTRAP_ADMIN_PASSWROD', 'BOOTSTRAP_ADMIN_PASSWORD'],
  ])('is named, without its value: %s', (variable, setting) => {
    expect(warnings(variable)).toEqual([`${variable} is not a setting: did you mean ${setting}?`]);
  });

  it('is named beside what is missing', () => {
    const env = { NODE_ENV: 'production', DATABSE_URL: 'postgresql://sesame', PUBLIC_URL: 'https://id.example.com' };
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(
      /^DATABASE_URL is required [^\n]+\.\nSECRETS_KEY is required [^\n]+\.\nDATABSE_URL is not a setting: did you mean DATABASE_URL\?$/,
    );
  });

  it('is not named if it is empty', () => {
    expect(configWarnings(readConfig({ DATABSE_URL: '' }))).toEqual([]);
  });
});

it('variables of other programs are not named', () => {
  const common = `
    PATH HOME HOSTNAME HOSTTYPE USER SHELL LOGNAME PWD OLDPWD TERM LANG TZ SHLVL MAIL MAILTO MAILCHECK EDITOR DEBUG CI
    PGHOST PGPORT PGDATABASE PGUSER PGPASSWORD DATABASE_HOST DATABASE_PORT DATABASE_NAME DATABASE_USER
    DATABASE_PASSWORD POSTGRES_URL POSTGRES_PASSWORD REDIS_HOST REDIS_PORT REDIS_PASSWORD SMTP_HOST SMTP_PORT SMTP_USER
    SMTP_FROM NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE UV_THREADPOOL_SIZE
    MALLOC_ARENA_MAX LOG_FORMAT LOG_FILE LOG_DIR PUBLIC_IP PUBLIC_DIR DATA_PATH SECRETS_DIR SSL_CERT_FILE SSL_CERT_DIR
    XDG_DATA_DIRS XDG_DATA_HOME HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy no_proxy KUBERNETES_PORT
    KUBERNETES_SERVICE_HOST REDIS_SERVICE_HOST MANDATE_PORT MANDATE_SERVICE_PORT OTEL_SERVICE_NAME
    OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_INSECURE
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_METRICS_ENDPOINT OTEL_RESOURCE_ATTRIBUTES npm_package_name
    npm_lifecycle_event npm_config_prefix INIT_CWD SORT POST HOSTS PORTS COST GHOST EXPORT`;
  expect(warnings(...common.trim().split(/\s+/))).toEqual([]);
});
