import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file that is created before its content exists. */
interface ReservedFile {
  /** Writes the content and puts the file in its place. */
  write(text: string): void;
  /** Closes the file; removes it if nothing was written. */
  close(): void;
}

/** Creates a file beside its place, readable only by its owner, and its folder. Throws if that is impossible. */
export function reserveFile(path: string): ReservedFile {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', 0o600);
  return {
    write(text) {
      writeSync(file, text);
      renameSync(draft, path);
    },
    close() {
      closeSync(file);
      rmSync(draft, { force: true });
    },
  };
}
