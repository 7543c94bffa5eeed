/** Characters of a name in a message; longer ones are cut. */
const maxLength = 64;

/**
 * A name for a message: one line of at most 64 characters, without characters that are invisible or change the
 * direction of the text.
 */
export function messageName(name: string): string {
  const visible = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim();
  const characters = Array.from(visible);
  return characters.length <= maxLength ? visible : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/**
 * The name with a word joiner (U+2060) after each dot, colon, slash and at sign. Mail programs make links of addresses
 * in any text, and a name must not become one.
 */
export const withoutLinks = (name: string): string => name.replaceAll(/[.:/@](?=\S)/g, '$&\u2060');
