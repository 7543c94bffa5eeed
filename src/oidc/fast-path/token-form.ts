/** Parameters of a token request, each at most once. */
export type TokenForm = Partial<Record<string, string>>;

// Visible ASCII, which every form encoder writes. Decoders interpret other bytes in different ways.
const visible = /^[\x21-\x7e]*$/;

/**
 * Creates a parser of forms (RFC 6749 appendix B) with these parameters, at most 31. Parameters without a value count
 * as absent (§3.2). It returns undefined for anything unusual: another parameter, a repeated one, a broken escape,
 * U+0000, a byte that is not visible ASCII.
 */
export function createFormParser(parameters: Iterable<string>): (body: string) => TokenForm | undefined {
  const bits = new Map([...parameters].map((name, index) => [name, { name, bit: 1 << index }]));
  return (body) => {
    if (!visible.test(body) || body.includes('%00')) return undefined;
    const form: TokenForm = {};
    let seen = 0;
    for (const pair of body.split('&')) {
      const equals = pair.indexOf('=');
      const parameter = bits.get(pair.slice(0, Math.max(equals, 0)));
      if (parameter === undefined || seen & parameter.bit) return undefined;
      seen |= parameter.bit;
      const value = decode(pair.slice(equals + 1));
      if (value === undefined) return undefined;
      // The name of the map, which V8 has internalized: a slice would be hashed again as a property name.
      if (value !== '') form[parameter.name] = value;
    }
    return form;
  };
}

/** The decoded value; undefined if an escape is broken or not UTF-8. */
export function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
