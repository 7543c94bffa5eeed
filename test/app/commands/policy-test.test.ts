import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMain } from '../../support/command-line.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policy-'));
});
afterAll(() => rm(folder, { recursive: true }));

const name = 'Administrators need a second factor';
const given = { account: { isAdministrator: true }, verifications: ['password'] };
const tests = [{ name, given, expect: { step: 'enrol-totp' } }];
async function run(content: unknown) {
  const path = join(folder, 'policy.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return runMain(['policy-test', path], {});
}

describe('policy-test', () => {
  it('succeeds if a policy leads to what its tests expect, without settings or a platform', async () => {
    const policy = { second: { required: 'for-administrators' } };
    expect(await run({ id: 'exp_1', policy, tests, version: 3 })).toEqual({
      exitCode: 0,
      stdout: '1 passed, 0 failed\n',
      stderr: '',
    });
    const asSomeEditorsWrite = `\uFEFF${JSON.stringify({ policy, tests })}`;
    expect(await run(asSomeEditorsWrite)).toMatchObject({ exitCode: 0 });
  });

  it('fails with the name of each test that the policy fails', async () => {
    const { exitCode, stdout, stderr } = await run({ policy: {}, tests: [...tests, ...tests] });
    const sentence = `The test "${name}" expects enrol-totp, but the policy leads to ready.\n`;
    expect([exitCode, stdout, stderr]).toEqual([1, '', `${sentence}${sentence}0 passed, 2 failed\n`]);
  });

  it.each([
    ['is not JSON', '{', 'The file must contain JSON.\n'],
    ['has no tests', { policy: {} }, /^tests: /],
    ['has an invalid policy', { policy: { first: [] }, tests: [] }, /^policy\.first: /],
  ])('explains a file that %s', async (_title, content, sentence) => {
    const { exitCode, stderr } = await run(content);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(sentence);
  });

  it('explains a file that does not exist, and how it is used', async () => {
    const missing = await runMain(['policy-test', join(folder, 'none.json')], {});
    expect([missing.exitCode, missing.stderr]).toEqual([1, 'The file cannot be read (ENOENT).\n']);
    const used = await runMain(['policy-test'], {});
    expect(used.exitCode).toBe(1);
    expect(used.stderr).toMatch(/^Usage: \S+ dist\/server\/main\.js policy-test FILE\n$/);
  });
});
