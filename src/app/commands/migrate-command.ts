import type { Config } from '../../config.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { type MigrationPlan, type PlannedMigration, planMigrations } from '../../platform/database/migration-plan.ts';
import { reachDatabase, waitForDatabase } from '../../platform/database/reach.ts';
import { startupStep } from '../start/startup-step.ts';
import { findDatabase } from '../user-commands/open.ts';

/** Runs the command `migrate`, with a flag of it. Returns what was done, or the plan. */
export async function runMigrate(config: Config, flag: string | undefined): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const url = await findDatabase(config, opened);
  return await startupStep('DATABASE_URL', 'cannot use the database', async () => {
    if (flag === '--plan') return planText(await planMigrations(await reachDatabase(url, false)));
    const onWait = (reason: string) => void process.stderr.write(`Waiting for the database: ${reason}\n`);
    const { applied } = await migrate(await waitForDatabase(url, { onWait }), { evenIfServing: flag === '--breaking' });
    return applied.length ? lines(['Applied:', ...applied.map((name) => `  ${name}`)]) : nothingMissing;
  });
}

const lines = (texts: string[]): string => `${texts.join('\n')}\n`;

const nothingMissing = 'The database has every migration of this version.\n';

function planText({ migrations, serving }: MigrationPlan): string {
  if (migrations.length === 0) return nothingMissing;
  const breaks = migrations.some(({ isBreaking }) => isBreaking);
  return lines([
    'Would apply:',
    ...migrations.map((migration) => `  ${describe(migration)}`),
    '',
    `In total: ${duration(migrations.reduce((sum, { seconds }) => sum + seconds, 0))}.`,
    'The estimate is from the sizes of the tables alone, as if every row changed on a slow machine: with few rows to',
    'change it takes less, on a busy server more. A copy of the database shows how long it really takes.',
    '',
    others(serving),
    breaks
      ? `Processes of earlier versions cannot run with what is marked as breaking${serving === 0 ? '' : stopFirst}.`
      : 'Processes of earlier versions can run meanwhile; they wait for the tables that change.',
  ]);
}

const stopFirst = ': stop them first, or use --breaking';

function others(serving: number | undefined): string {
  if (serving === undefined) return 'Behind the pooler it is unknown whether other processes are connected.';
  return serving === 0 ? 'No other process is connected.' : `Connections of other processes: ${serving}.`;
}

function describe({ name, isBreaking, tables, seconds }: PlannedMigration): string {
  const sizes = tables.slice(0, 3).map((table) => `${table.name} ${size(table.bytes)}`);
  const others = tables.length > 3 ? [`${tables.length - 3} more`] : [];
  const about = sizes.length ? ` (${[...sizes, ...others].join(', ')})` : '';
  return `${name}: ${duration(seconds)}${about}${isBreaking ? ', breaking' : ''}`;
}

function duration(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return `about ${Math.ceil(seconds)} seconds`;
  return seconds < 5400 ? `about ${Math.ceil(seconds / 60)} minutes` : `about ${Math.ceil(seconds / 3600)} hours`;
}

const size = (bytes: number): string => (bytes < 1e6 ? '< 1 MB' : `${Math.round(bytes / 1e6)} MB`);
