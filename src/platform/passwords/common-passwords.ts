/** Whether a text in lower case is a common password. */
export type CommonPasswords = (text: string) => boolean;

/** Shorter ones are refused by their length. */
const minimumLength = 8;

/**
 * Loads the list of @zxcvbn-ts: 30 ms and 3 MB, so only a process that sets a password does. Its 17,950 entries of at
 * least 8 characters are searched as one string: 50 µs, where a hash takes a thousand times as long.
 */
export async function loadCommonPasswords(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const long = dictionary['passwords-common'].filter((password) => password.length >= minimumLength);
  const text = `\n${long.join('\n')}\n`;
  return (password) => password.length >= minimumLength && !password.includes('\n') && text.includes(`\n${password}\n`);
}
