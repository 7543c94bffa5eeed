/** Patterns of values in messages of graphql-js, each with its replacement. */
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
 * A message of graphql-js without quoted values, so that a misplaced password is neither returned nor logged. Names of
 * types and fields remain.
 */
export const withoutValues = (message: string): string =>
  quotations.reduce((text, [quotation, rest]) => text.replace(quotation, rest), message);
