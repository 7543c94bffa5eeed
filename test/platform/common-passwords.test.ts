import { expect, it } from 'vitest';
import { loadCommonPasswords } from '../../src/platform/passwords/common-passwords.ts';

it('the list contains common passwords, and no part of one', async () => {
  const isCommon = await loadCommonPasswords();
  for (const common of ['password', 'password123', '12345678', 'iloveyou', 'p@ssw0rd'])
    expect(isCommon(common)).toBe(true);
  for (const other of ['correct horse', 'assword123', 'password\n12345678', '', '\n', 'passwor']) {
    expect(isCommon(other)).toBe(false);
  }
});
