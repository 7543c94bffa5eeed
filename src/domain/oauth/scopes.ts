// RFC 6749 §3.3: scope-token = 1*( %x21 / %x23-5B / %x5D-7E ), separated by single spaces.
const syntax = /^[\x21\x23-\x5B\x5D-\x7E]+(?: [\x21\x23-\x5B\x5D-\x7E]+)*$/;

/** The names in a scope parameter, each once, in order; undefined if the syntax (RFC 6749 §3.3) is invalid. */
export function parseScope(text: string): string[] | undefined {
  return syntax.test(text) ? [...new Set(text.split(' '))] : undefined;
}

/** A condition for scopes, and why nothing is granted if none of the requested ones meets it. */
export interface ScopeStep<Reason> {
  reason: Reason;
  lets(name: string): boolean;
}

/**
 * The requested scopes that meet every condition, in the requested order; all held ones that do if none are requested
 * (the default that RFC 6749 §3.3 allows). The first condition that leaves nothing of a request is the reason.
 */
export function grantScopes<Reason>(
  requested: readonly string[] | undefined,
  held: { names: readonly string[]; reason: Reason },
  rules: readonly ScopeStep<Reason>[] = [],
): { granted: readonly string[] } | { reason: Reason } {
  let granted = requested ? requested.filter((name) => held.names.includes(name)) : held.names;
  if (requested && !granted.length) return { reason: held.reason };
  for (const { lets, reason } of rules) {
    granted = granted.filter(lets);
    if (requested && !granted.length) return { reason };
  }
  return { granted };
}
