import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { command, projectFolder } from './steps.ts';

/**
 * Compares prisma/schema.prisma with what the migrations give when they are applied to an empty database. `output` are
 * the arguments of `prisma migrate diff` that say what to make of the difference. Throws what Prisma printed.
 */
export async function compareMigrations(output: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-shadow-'));
  chmodSync(folder, 0o711); // PostgreSQL may run as somebody else.
  try {
    const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), { durable: false });
    try {
      const sides = ['--from-migrations', withUncheckedRelations(folder), '--to-schema', 'prisma/schema.prisma'];
      // Superuser: Prisma makes a database to try the migrations in.
      await command('prisma', ['migrate', 'diff', ...sides, ...output], { DATABASE_URL: postgres.superuserUrl });
    } finally {
      await postgres.stop({ evenIfUsed: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The migrations, and after them what the schema has to say and the database does not have, in that folder. */
function withUncheckedRelations(folder: string): string {
  const migrations = join(folder, 'migrations');
  cpSync(join(projectFolder, 'prisma', 'migrations'), migrations, { recursive: true });
  const last = join(migrations, '99999999999999_unchecked_relations');
  mkdirSync(last);
  cpSync(join(projectFolder, 'prisma', 'unchecked-relations.sql'), join(last, 'migration.sql'));
  return migrations;
}
