import { compareMigrations } from './migrations.ts';
import { command, type Step } from './steps.ts';

/** For programs in Go: half of the time of the type checker was garbage collection. */
const seldomCollected = { GOGC: 'off', GOMEMLIMIT: '3GiB' };
/** One thread, because each thread would build the types of the whole project. */
const checkTypes = (project: string): Promise<void> =>
  command('tsc', ['--project', project, '--noEmit', '--checkers', '1'], seldomCollected);
const lint = (): Promise<void> => command('oxlint', ['--type-aware'], { ...seldomCollected, GOMAXPROCS: '1' });

/**
 * Checks that do not run the platform. The first one compiles most modules into the cache that the others and the tests
 * use; the slow ones are next, because they run two at a time.
 */
export const checks: readonly Step[] = [
  { name: 'schema drift', run: () => command('node', ['tools/print-schema.ts', '--check']) },
  { name: 'migration drift', run: () => compareMigrations(['--exit-code']) },
  // Two programs, because the linter takes three times as long if it also checks types.
  { name: 'types', run: () => checkTypes('.') },
  { name: 'types of console', run: () => checkTypes('src/console') },
  { name: 'lint', run: lint },
  { name: 'published events', run: () => command('node', ['tools/print-events.ts', '--check']) },
  { name: 'formatting', run: () => command('biome', ['format', '--colors=force']) },
];
