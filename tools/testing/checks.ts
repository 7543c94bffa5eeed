import { compareMigrations } from './migrations.ts';
import { command, type Step } from './steps.ts';

/** For the type checker, a Go program: half of its time was garbage collection. Needs 2.5 GB instead of 2.1. */
const seldomCollected = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

/**
 * Checks that do not run the platform. The first one compiles most modules into the cache that the others and the tests
 * use; the slow ones are next, because they run two at a time.
 */
export const checks: readonly Step[] = [
  { name: 'schema drift', run: () => command('node', ['tools/print-schema.ts', '--check']) },
  { name: 'migration drift', run: () => compareMigrations(['--exit-code']) },
  // One program for both, because each would build the types of the whole project.
  { name: 'types and lint', run: () => command('oxlint', ['--type-aware', '--type-check'], seldomCollected) },
  { name: 'published events', run: () => command('node', ['tools/print-events.ts', '--check']) },
  { name: 'formatting', run: () => command('biome', ['format', '--colors=force']) },
];
