import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** The settings of the tests, for checks that take too long to be tests. */
export default defineConfig({
  // Milliseconds: a walk has up to 15 pages, each in several windows.
  test: { ...base.test, include: ['test/page-matrix/*.check.ts'], testTimeout: 600_000 },
});
