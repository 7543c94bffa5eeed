import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the key for secrets at rest of an installation without SECRETS_KEY. The first call creates it in
 * `folder/secrets.key`, in the format of SECRETS_KEY, readable only by its owner. Throws if the folder is not writable
 * or the file does not contain a key.
 */
export function loadOrCreateSecretsKey(folder: string): Buffer {
  const file = fileIn(folder);
  return readKey(file) ?? createKey(folder, file);
}

/** The key that an earlier start has created in `folder`; undefined if there is none. */
export const loadSecretsKey = (folder: string): Buffer | undefined => readKey(fileIn(folder));

const fileIn = (folder: string): string => join(folder, 'secrets.key');

function readKey(file: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
    if (key.length !== 32) throw new Error(`${file} must contain 32 bytes in base64.`);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

// Written to a temporary file, then linked: no process reads half a key, and of two concurrent first starts one wins.
function createKey(folder: string, file: string): Buffer {
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `.secrets.key.${randomBytes(8).toString('hex')}`);
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  const key = readKey(file);
  if (!key) throw new Error(`${file} was removed while it was created.`);
  return key;
}
