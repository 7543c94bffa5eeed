import { afterAll, beforeAll, expect, it } from 'vitest';
import { textArray } from '../../src/store/sql/text-array.ts';
import { startKernel, type TestKernel } from '../support/kernel.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel[Symbol.asyncDispose]());

it.each([
  [[]],
  [['user:user_01h455vb4pex5vsknk084sn02q', 'role:role_01h455vb4pex5vsknk084sn02q']],
  [['', 'null', 'NULL', '{}', 'a,b', 'a "b"', 'a\\b', ' spaces ', 'Zoë 🦊', '\u2028']],
  [['one', null, 'three']],
])('PostgreSQL reads the text array unchanged: %j', async (values) => {
  const { rows } = await kernel.database.pool.query('SELECT $1::text[] AS values', [textArray(values)]);
  expect(rows).toEqual([{ values }]);
});
