import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runMain } from '../../support/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'mandate-check-'));
afterAll(() => rmSync(folder, { recursive: true }));
const DATA_DIR = join(folder, 'data');
const check = (env: Record<string, string>) => runMain(['check-config'], { DATA_DIR, ...env });

const valid = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://mandate:sesame@nowhere.invalid/mandate',
  PUBLIC_URL: 'https://id.example.com',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};

describe('check-config', () => {
  it('succeeds with settings that a start accepts, without a database, and changes nothing', async () => {
    expect(await check(valid)).toEqual({ exitCode: 0, stdout: 'The settings are valid.\n', stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('reports everything that is wrong at once, with exit code 1 and without secrets', async () => {
    const { exitCode, stdout, stderr } = await check({
      ...valid,
      DATABASE_URL: '',
      DATABSE_URL: valid.DATABASE_URL,
      SECRETS_KEY: 'sesame',
      METRICS_TOKEN_FILE: join(folder, 'sesame'),
      PORT: 'three',
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535; it is "three".',
      expect.stringMatching(/^SECRETS_KEY must be 32 bytes in base64 .*; its value is not shown\.$/),
      'METRICS_TOKEN_FILE: the file cannot be read (ENOENT).',
      expect.stringMatching(/^DATABASE_URL is required if NODE_ENV is production: set it to .*\.$/),
      'DATABSE_URL is not a setting: did you mean DATABASE_URL?',
      '',
    ]);
    expect(stderr).not.toContain('sesame');
  });

  it('warns of what is valid and risky, with exit code 0', async () => {
    const env = { ...valid, PUBLIC_URL: 'http://id.example.com', LOG_LEVLE: 'debug' };
    expect(await check(env)).toEqual({
      exitCode: 0,
      stdout: [
        'Warning: LOG_LEVLE is not a setting: did you mean LOG_LEVEL?',
        'Warning: PUBLIC_URL: not an https URL; passwords and tokens are sent unencrypted',
        'The settings are valid.',
        '',
      ].join('\n'),
      stderr: '',
    });
  });
});
