/** Whether a text can be a resource indicator (RFC 8707 §2): an absolute URI without a fragment, in ASCII as RFC 3986 has it. */
export function isResourceIndicator(text: string): boolean {
  return /^[\x21-\x7e]{1,2048}$/.test(text) && !text.includes('#') && URL.canParse(text);
}
