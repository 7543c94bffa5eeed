/** Characters of the longest resource indicator that can exist. */
export const longestIndicator = 2048;

/** The characters of a URI (RFC 3986), and the maximum length of a resource indicator. */
export const indicatorPattern = new RegExp(`^[\\x21-\\x7e]{1,${longestIndicator}}$`);

/**
 * Whether a text is a valid resource indicator (RFC 8707 §2): an absolute URI without a fragment, in the ASCII syntax
 * of RFC 3986.
 */
export function isResourceIndicator(text: string): boolean {
  return indicatorPattern.test(text) && !text.includes('#') && URL.canParse(text);
}

/** A URI with an authority, and with no path or the path "/". */
const rootPath = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]+)(\/?)(\?.*)?$/i;

/**
 * Another spelling of the same indicator: an empty path and "/" are equal (RFC 3986 §6.2.3). Clients add or remove this
 * slash when they parse an address. Undefined if there is none.
 */
export function otherSpelling(indicator: string): string | undefined {
  const [, authority, slash, query = ''] = rootPath.exec(indicator) ?? [];
  return authority === undefined ? undefined : `${authority}${slash ? '' : '/'}${query}`;
}

/** All spellings of an indicator, the given one first. */
export const spellingsOf = (indicator: string): string[] => [indicator, otherSpelling(indicator) ?? []].flat();
