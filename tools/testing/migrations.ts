import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { command } from './steps.ts';

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
      const sides = ['--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma'];
      // Superuser: Prisma makes a database to try the migrations in.
      await command('prisma', ['migrate', 'diff', ...sides, ...output], { DATABASE_URL: postgres.superuserUrl });
    } finally {
      await postgres.stop({ evenIfUsed: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
