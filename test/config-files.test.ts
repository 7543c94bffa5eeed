import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, documentedVariables, readConfig } from '../src/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'mandate-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function fileWith(content: string | Buffer): string {
  files += 1;
  const path = join(folder, `sesame${files}`);
  writeFileSync(path, content);
  return path;
}

const key = randomBytes(32).toString('base64');
const valid: Record<string, string> = {
  DATABASE_URL: 'postgresql://mandate:pw@db/mandate',
  REDIS_URL: 'redis://:pw@cache:6379',
  SECRETS_KEY: key,
  METRICS_TOKEN: 'a+base64/token==',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:pw@collector.example.com',
  SMTP_URL: 'smtp://ada:pw@mail.example.com',
  BOOTSTRAP_ADMIN_PASSWORD: 'correct horse battery',
  BOOTSTRAP_CLIENT_SECRET: 'abcdefghijklmnopqrstuvwxyz.~_-0189AZ',
};
const secrets = documentedVariables.filter(({ secret }) => secret).map(({ name }) => name);
const sender = { MAIL_FROM: 'login@example.com' };

describe('a secret in a file', () => {
  it.each(secrets)('the value in the file that %s_FILE names counts as in the variable', (name) => {
    const text = valid[name] ?? '';
    const read = readConfig({ ...sender, [`${name}_FILE`]: fileWith(`${text}\n`) });
    expect(read).toEqual(readConfig({ ...sender, [name]: text }));
    expect(read).not.toEqual(readConfig(sender));
  });

  it('loses exactly one line break at its end', () => {
    const passwordIn = (content: string) =>
      readConfig({ BOOTSTRAP_ADMIN_PASSWORD_FILE: fileWith(content) }).bootstrap.adminPassword;
    expect(passwordIn('twelve characters')).toBe('twelve characters');
    expect(passwordIn('twelve characters\n')).toBe('twelve characters');
    expect(passwordIn('twelve characters\r\n')).toBe('twelve characters');
    expect(passwordIn('\n twelve characters \n\n')).toBe('\n twelve characters \n');
  });

  it('counts as set in production', () => {
    const required = ['DATABASE_URL', 'SECRETS_KEY'].map((name) => [`${name}_FILE`, fileWith(valid[name] ?? '')]);
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com', ...Object.fromEntries(required) };
    expect(readConfig(env)).toMatchObject({ databaseUrl: valid['DATABASE_URL'], production: true });
  });

  it('is not looked for if the variable is empty', () => {
    expect(readConfig({ SECRETS_KEY_FILE: '' })).toEqual(readConfig({}));
    expect(readConfig({ SECRETS_KEY: '', SECRETS_KEY_FILE: fileWith(key) }).secretsKeys).toHaveLength(1);
  });
});

describe('a wrong secret in a file', () => {
  it.each<[string, () => Record<string, string>, string]>([
    [
      'if the variable is set as well',
      () => ({ SECRETS_KEY: key, SECRETS_KEY_FILE: fileWith(key) }),
      'SECRETS_KEY and SECRETS_KEY_FILE are both set: set one of them.',
    ],
    [
      'if there is no file',
      () => ({ SECRETS_KEY_FILE: join(folder, 'sesame') }),
      'SECRETS_KEY_FILE: the file cannot be read (ENOENT).',
    ],
    [
      'if it is a folder',
      () => {
        mkdirSync(join(folder, 'sesame'), { recursive: true });
        return { SECRETS_KEY_FILE: join(folder, 'sesame') };
      },
      'SECRETS_KEY_FILE: the file cannot be read (EISDIR).',
    ],
    ['if it is empty', () => ({ SECRETS_KEY_FILE: fileWith('') }), 'SECRETS_KEY_FILE: the file is empty.'],
    ['if it is a line break', () => ({ SECRETS_KEY_FILE: fileWith('\n') }), 'SECRETS_KEY_FILE: the file is empty.'],
    [
      'if it has no end',
      () => ({ SECRETS_KEY_FILE: '/dev/zero' }),
      'SECRETS_KEY_FILE: the file is larger than 65536 bytes.',
    ],
    [
      'if its content violates the rule',
      () => ({ METRICS_TOKEN_FILE: fileWith('sesame') }),
      'The content of METRICS_TOKEN_FILE must be at least 16 of the characters A-Z a-z 0-9 . _ ~ + / = -; its value is not shown.',
    ],
    [
      'if it is not text',
      () => ({ BOOTSTRAP_ADMIN_PASSWORD_FILE: fileWith(Buffer.alloc(16, 0xff)) }),
      'BOOTSTRAP_ADMIN_PASSWORD_FILE: the file is not text in UTF-8.',
    ],
  ])('is refused in one sentence without the secret or the path %s', (_when, env, sentence) => {
    const given = env();
    expect(() => readConfig(given)).toThrow(new ConfigError(sentence));
    expect(sentence).not.toContain('sesame');
  });
});
