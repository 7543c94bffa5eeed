// RFC 6749 §3.3: scope-token = 1*( %x21 / %x23-5B / %x5D-7E ), separated by single spaces.
const syntax = /^[\x21\x23-\x5B\x5D-\x7E]+(?: [\x21\x23-\x5B\x5D-\x7E]+)*$/;

/** The names in a scope parameter, each once, in order; undefined if the syntax (RFC 6749 §3.3) is invalid. */
export function parseScope(text: string): string[] | undefined {
  return syntax.test(text) ? [...new Set(text.split(' '))] : undefined;
}

/**
 * The requested scopes that are held, in the requested order; all held ones if none are requested (the default that RFC
 * 6749 §3.3 allows). Undefined if scopes are requested and none is held.
 */
export function grantScopes(
  requested: readonly string[] | undefined,
  held: readonly string[],
): readonly string[] | undefined {
  if (!requested) return held;
  const granted = requested.filter((name) => held.includes(name));
  return granted.length > 0 ? granted : undefined;
}
