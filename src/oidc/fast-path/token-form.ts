/** Parameters of the token requests that the short cut may answer. Whatever else a request brings is not for it. */
const names = [
  'grant_type',
  'client_id',
  'client_secret',
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'requested_token_type',
  'resource',
  'audience',
  'scope',
  'organization_id',
] as const;

export type TokenForm = Partial<Record<(typeof names)[number], string>>;

const known: ReadonlyMap<string, keyof TokenForm> = new Map(names.map((name) => [name, name]));

// Visible ASCII: what every form encoder writes. A byte beyond it means something else to every decoder.
const visible = /^[\x21-\x7e]*$/;

/**
 * Parses a form (RFC 6749 appendix B) of known parameters, each once. Parameters without a value count as absent (§3.2).
 * Undefined for anything unusual: another parameter, a repeated one, a broken escape, U+0000, a byte that is not visible ASCII.
 */
export function parseTokenForm(body: string): TokenForm | undefined {
  if (!visible.test(body) || body.includes('%00')) return undefined;
  const form: TokenForm = {};
  const seen = new Set<keyof TokenForm>();
  for (const pair of body.split('&')) {
    const equals = pair.indexOf('=');
    const name = known.get(pair.slice(0, Math.max(equals, 0)));
    if (name === undefined || seen.has(name)) return undefined;
    seen.add(name);
    const value = decode(pair.slice(equals + 1));
    if (value === undefined) return undefined;
    if (value !== '') form[name] = value;
  }
  return form;
}

/** The text of an encoded value; undefined when an escape is broken or is not UTF-8. */
export function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
