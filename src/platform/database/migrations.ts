import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFile } from '../project-file.ts';

export const shippedMigrations = fileURLToPath(projectFile('prisma/migrations'));

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The migrations of a folder, in the order in which they run. */
export function readMigrations(folder: string): Migration[] {
  return namesIn(folder).map((name) => {
    const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** Their names. */
export function namesIn(folder: string): string[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map((entry) => entry.name).sort();
}

/** Whether older versions cannot run with a migration: they refuse to start after it, and are not ready. */
export const isBreaking = (name: string): boolean => name.endsWith('_breaking');
