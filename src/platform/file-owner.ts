import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why a file cannot be used, if it belongs to another user; undefined for any other error. */
export function foreignOwner(error: unknown): string | undefined {
  const { code, path, syscall = '' } = error as NodeJS.ErrnoException;
  const uid = process.getuid?.();
  if (code !== 'EACCES' || path === undefined || syscall.startsWith('spawn') || uid === undefined) return undefined;
  const { existing, owner } = nearestExisting(path);
  return owner === uid
    ? undefined
    : `${existing} belongs to user ${owner}, and this process runs as user ${uid}: start it as user ${owner}, ` +
        `or make user ${uid} the owner of the whole folder`;
}

/** The file or, if it does not exist or cannot be seen, the nearest folder above it. */
function nearestExisting(path: string): { existing: string; owner: number } {
  try {
    return { existing: path, owner: statSync(path).uid };
  } catch (error) {
    if (path === dirname(path)) throw error;
    return nearestExisting(dirname(path));
  }
}
