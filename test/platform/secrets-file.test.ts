import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { loadOrCreateSecretsKey } from '../../src/platform/crypto/secrets-file.ts';

describe('the generated SECRETS_KEY', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'mandate-key-')), 'data');
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

  it('is 32 random bytes, the same on every start, in a file that only its owner can read', () => {
    const key = loadOrCreateSecretsKey(folder);
    expect(key).toHaveLength(32);
    expect(loadOrCreateSecretsKey(folder)).toEqual(key);
    expect(statSync(join(folder, 'secrets.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['secrets.key']);
  });

  it('is stored in the format of the setting, so that it can be moved', () => {
    const key = loadOrCreateSecretsKey(folder);
    const text = readFileSync(join(folder, 'secrets.key'), 'utf8').trim();
    expect(readConfig({ SECRETS_KEY: text }).secretsKeys).toEqual([key]);
  });

  it('is never replaced if its file is damaged: the data that it encrypted would be lost', () => {
    loadOrCreateSecretsKey(folder);
    writeFileSync(join(folder, 'secrets.key'), 'half a k');
    expect(() => loadOrCreateSecretsKey(folder)).toThrow('secrets.key must contain 32 bytes in base64.');
    expect(readFileSync(join(folder, 'secrets.key'), 'utf8')).toBe('half a k');
  });

  it('cannot be created in a folder that is not writable', () => {
    expect(() => loadOrCreateSecretsKey('/dev/null/data')).toThrow('ENOTDIR');
  });
});
