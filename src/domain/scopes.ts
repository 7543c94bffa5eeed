// RFC 6749 §3.3: scope-token = 1*( %x21 / %x23-5B / %x5D-7E ), separated by single spaces.
const syntax = /^[\x21\x23-\x5B\x5D-\x7E]+(?: [\x21\x23-\x5B\x5D-\x7E]+)*$/;

/** The names in a scope parameter, each once, in their order; undefined when it breaks the syntax of RFC 6749 §3.3. */
export function parseScope(text: string): string[] | undefined {
  return syntax.test(text) ? [...new Set(text.split(' '))] : undefined;
}

/**
 * What is granted of what was asked for: the part that is held, in the order asked; without a request, everything held
 * (RFC 6749 §3.3 lets us have a default). Undefined when something was asked for and none of it is held.
 */
export function grantScopes(
  requested: readonly string[] | undefined,
  held: readonly string[],
): readonly string[] | undefined {
  if (!requested) return held;
  const granted = requested.filter((name) => held.includes(name));
  return granted.length > 0 ? granted : undefined;
}
