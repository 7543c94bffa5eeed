import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/setup.ts'],
    // Tests run as the platform does, by node itself. Through Vite's resolution there would be two copies of `graphql`,
    // and errors thrown in one are unknown to the other.
    experimental: { viteModuleRunner: false },
    // Every worker is joined by a PostgreSQL, a Redis and perhaps a browser: one per core, and at most six. One more, because some wait: for
    // processes that are killed, for leases that run out.
    maxWorkers: Math.min(availableParallelism() + 1, 6),
    // Each worker loads the code once, not once per file: no test replaces a module, and each file has a database of its own.
    isolate: false,
    // Milliseconds. Nothing takes nearly as long: a machine that stands still for some of it is no fault of what is tested.
    expect: { poll: { timeout: 8000 } },
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
