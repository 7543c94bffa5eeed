/** Whether a text in lower case is a common password. */
export type CommonPasswords = (text: string) => boolean;

/**
 * Loads the list of @zxcvbn-ts: 30 ms and 3 MB, so only a process that sets a password does. Its 49,233 entries are
 * searched as one string: 100 µs, where a hash takes a few hundred times as long.
 */
export async function loadCommonPasswords(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const text = `\n${dictionary['passwords-common'].join('\n')}\n`;
  return (password) => password !== '' && !password.includes('\n') && text.includes(`\n${password}\n`);
}
