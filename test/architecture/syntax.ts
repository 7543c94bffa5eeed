import { parseAst } from 'rolldown/parseAst';

/** A node of a syntax tree (ESTree), as far as these tests need it. */
export interface SyntaxNode {
  type: string;
  [property: string]: unknown;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** All nodes of a file, from the top. */
export function nodesOf(text: string, path: string): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    nodes.push(value);
    Object.values(value).forEach(visit);
  };
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body);
  return nodes;
}

/** The names that a declaration or a parameter binds, also by destructuring. */
function boundBy(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(boundBy);
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [String(pattern['name'])];
  const { properties, elements, value, left, argument, parameter } = pattern;
  return [properties, elements, value, left, argument, parameter].flatMap(boundBy);
}

/** The names of the variables, parameters and members of types that a file declares. */
export function declaredNames(text: string, path: string): string[] {
  return nodesOf(text, path).flatMap(({ type, id, params, key }) => {
    if (type === 'VariableDeclarator') return boundBy(id);
    if (type === 'TSPropertySignature' || type === 'PropertyDefinition') return boundBy(key);
    return type.startsWith('TSTypeParameter') ? [] : boundBy(params);
  });
}

/** The names of the types that a file declares. */
export function declaredTypes(text: string, path: string): string[] {
  return nodesOf(text, path).flatMap(({ type, id }) =>
    type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration' ? boundBy(id) : [],
  );
}
