import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The key for secrets at rest of an installation that was given none: made on the first call, kept in `folder/secrets.key` in the
 * form of SECRETS_KEY, readable by its owner only. Throws the system's error when the folder cannot be written, and one sentence
 * when the file holds something else.
 */
export function keepSecretsKey(folder: string): Buffer {
  const file = join(folder, 'secrets.key');
  return readKey(file) ?? makeKey(folder, file);
}

function readKey(file: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
    if (key.length !== 32) throw new Error(`${file} does not hold 32 bytes in base64.`);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

// Written aside and linked into place: a process never reads half a key, and of two first starts at once one wins.
function makeKey(folder: string, file: string): Buffer {
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
  if (!key) throw new Error(`${file} was removed while it was made.`);
  return key;
}
