/** Whether a text can be a resource indicator (RFC 8707 §2): an absolute URI without a fragment. */
export function isResourceIndicator(text: string): boolean {
  return URL.canParse(text) && !text.includes('#');
}
