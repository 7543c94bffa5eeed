/** The characters of a URI (RFC 3986), and the maximum length of a resource indicator. */
export const indicatorPattern = /^[\x21-\x7e]{1,2048}$/;

/**
 * Whether a text is a valid resource indicator (RFC 8707 §2): an absolute URI without a fragment, in the ASCII syntax
 * of RFC 3986.
 */
export function isResourceIndicator(text: string): boolean {
  return indicatorPattern.test(text) && !text.includes('#') && URL.canParse(text);
}
