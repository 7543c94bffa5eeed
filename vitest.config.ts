import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tools/testing/slowest-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/setup.ts'],
    sequence: { sequencer: SlowestFirst },
    // Node.js itself runs the tests, as it runs the platform. Through Vite's resolution there would be two copies of
    // `graphql`, and errors of one are unknown to the other.
    experimental: { viteModuleRunner: false },
    // Each worker has a PostgreSQL connection, a Redis and perhaps a browser beside it. Two more than cores, because
    // some tests wait for leases to expire or for processes to start: with one more, a sixth of the time is unused.
    maxWorkers: Math.min(availableParallelism() + 2, 6),
    // Each worker loads the code once, not once per file: no test replaces a module, and each file has its own database.
    isolate: false,
    // Megabytes: fewer collections of young objects, a thirtieth of the processor time.
    execArgv: ['--max-semi-space-size=128'],
    // Milliseconds. No test takes nearly as long, even on a machine that is busy or pauses for seconds: only one that
    // makes a minute of work has a limit of its own.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
