import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { command, projectFolder } from './steps.ts';

/**
 * Compares prisma/schema.prisma with the migrations, applied to an empty database. `output` are the arguments of
 * `prisma migrate diff` for the form of the difference. Throws the output of Prisma.
 */
export async function compareMigrations(output: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-shadow-'));
  chmodSync(folder, 0o711); // PostgreSQL may run as another user.
  try {
    const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), { durable: false });
    try {
      const sides = ['--from-migrations', withUncheckedRelations(folder), '--to-schema', 'prisma/schema.prisma'];
      // Superuser: Prisma creates a database to try the migrations.
      await command('prisma', ['migrate', 'diff', ...sides, ...output], { DATABASE_URL: postgres.superuserUrl });
    } finally {
      await postgres.stop({ evenIfUsed: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the migrations to that folder, followed by what the schema requires and the database does not have. */
function withUncheckedRelations(folder: string): string {
  const migrations = join(folder, 'migrations');
  cpSync(join(projectFolder, 'prisma', 'migrations'), migrations, { recursive: true });
  const last = join(migrations, '99999999999999_unchecked_relations');
  mkdirSync(last);
  cpSync(join(projectFolder, 'prisma', 'unchecked-relations.sql'), join(last, 'migration.sql'));
  return migrations;
}
