import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** The settings of the tests, for checks that take too long to be tests. */
export default defineConfig({
  test: { ...base.test, include: ['test/console-matrix/*.check.ts'] },
});
