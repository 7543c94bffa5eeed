import {
  type ASTVisitor,
  type ExecutionArgs,
  getOperationAST,
  type GraphQLInputType,
  GraphQLError,
  isInputType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  type ValidationContext,
  validateInputValue,
} from 'graphql';
import { Failure, type FieldProblem } from '../../domain/failure.ts';
import { findUnacceptable } from '../../domain/json-text.ts';
import { isStorable } from '../../domain/text.ts';
import { aliasLimit, errorLimit } from './limits.ts';
import { withoutValues } from './redact-values.ts';

const unstorable = 'Contains a character that cannot be stored.';

/** Validation rule: no strings that PostgreSQL rejects (U+0000, half of a surrogate pair). */
export const storableTexts = (context: ValidationContext): ASTVisitor => ({
  StringValue(node) {
    if (!isStorable(node.value)) context.reportError(new GraphQLError(unstorable, { nodes: node }));
  },
});

/** Validation rule: limits aliases. Those of a fragment count each time it is spread. */
export const fewAliases = (context: ValidationContext): ASTVisitor => {
  const ofFragments = new Map<string, number>();
  const within = ({ selections }: SelectionSetNode): number => sum(selections.map(of));
  const of = (node: SelectionNode): number => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return ofFragment(node.name.value);
    const own = node.kind === Kind.FIELD && node.alias ? 1 : 0;
    return own + (node.selectionSet ? within(node.selectionSet) : 0);
  };
  const ofFragment = (name: string): number => {
    const fragment = context.getFragment(name);
    if (!fragment) return 0;
    // Another rule rejects fragments that spread themselves.
    if (!ofFragments.has(name)) ofFragments.set(name, 0).set(name, within(fragment.selectionSet));
    return ofFragments.get(name) ?? 0;
  };
  return {
    OperationDefinition(node) {
      if (within(node.selectionSet) <= aliasLimit) return;
      const originalError = new Failure('TOO_COMPLEX', `At most ${aliasLimit} aliases in one document.`);
      context.reportError(new GraphQLError(originalError.message, { nodes: node, originalError }));
    },
  };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/**
 * The error of variables that contain a string that cannot be stored, or are nested too deeply; undefined if there is
 * none.
 */
export function refuseVariables(variables: unknown): Failure | undefined {
  const found = findUnacceptable(variables);
  return found && unacceptable([found]);
}

/** The errors of variables that do not match their types, by field; undefined if there are none. */
export function explainVariables({
  schema,
  document,
  operationName,
  variableValues,
}: ExecutionArgs): Failure | undefined {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const problems = definitions.flatMap(({ variable, type: typeNode, defaultValue }) => {
    const name = variable.name.value;
    const value = variableValues?.[name];
    const type = typeFromAST(schema, typeNode);
    return !isInputType(type) || (value === undefined && defaultValue) ? [] : problemsOf(value, type, name);
  });
  return problems.length ? unacceptable(problems.slice(0, errorLimit)) : undefined;
}

const unacceptable = (problems: FieldProblem[]): Failure =>
  new Failure('BAD_USER_INPUT', 'Invalid variables.', problems);

function problemsOf(value: unknown, type: GraphQLInputType, variable: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const hideSuggestions = true;
  validateInputValue(
    value,
    type,
    ({ message }, path) => problems.push({ path: [variable, ...path], message: withoutValues(message) }),
    hideSuggestions,
  );
  return problems;
}
