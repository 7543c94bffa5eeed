/** How the library's messages quote what it was given; each with what is left of them without it. */
const quotations: [quotation: RegExp, rest: string][] = [
  // 'Expected value of type "X", but encountered error "…"; found: …', '… to include required field "y", found: …'
  [/(, but encountered error|[,.] found:)[\s\S]*$/i, '.'],
  // 'String cannot represent a non string value: …'
  [/( cannot represent [^:]*):[\s\S]*$/, '$1.'],
  // 'Value "…" does not exist in "X" enum.'
  [/^Value "[\s\S]*" does not exist/, 'This value does not exist'],
  // 'Syntax Error: Unexpected String "…".'
  [/\b(String|BlockString|Int|Float|Comment) "[\s\S]*"/, '$1'],
];

/**
 * A message of the library without the values that it quotes: a password that stands in the wrong place is told to nobody, and
 * written nowhere. Names of types and fields stay.
 */
export const withoutValues = (message: string): string =>
  quotations.reduce((text, [quotation, rest]) => text.replace(quotation, rest), message);
