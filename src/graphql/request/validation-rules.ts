import {
  type ASTVisitor,
  type ExecutionArgs,
  getOperationAST,
  type GraphQLInputType,
  GraphQLError,
  isInputType,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  type ValidationContext,
  type VariableDefinitionNode,
  validateInputValue,
} from 'graphql';
import { Failure, type FieldProblem } from '../../domain/failure.ts';
import { leadsElsewhere } from '../../delivery/webhooks/payload/own-fields.ts';
import { findUnacceptable } from '../../domain/json-text.ts';
import { isStorable, unstorable } from '../../domain/text.ts';
import { problemOfValue } from '../errors/coercion-problems.ts';
import { aliasLimit, errorLimit } from '../context/limits.ts';
import { pathsOfVariables } from '../errors/variable-paths.ts';

/** Validation rule: no strings that PostgreSQL rejects (U+0000, half of a surrogate pair). */
export const storableTexts = (context: ValidationContext): ASTVisitor => ({
  StringValue(node) {
    if (!isStorable(node.value)) context.reportError(new GraphQLError(unstorable, { nodes: node }));
  },
});

/**
 * Validation rule: a document with a subscription selects no fields that lead from an event to other records. Callers
 * share the result of an event, so it must not depend on what a caller may read.
 */
export const eventsOnly = (context: ValidationContext): ASTVisitor => {
  const isSubscription = context
    .getDocument()
    .definitions.some((part) => 'operation' in part && part.operation === OperationTypeNode.SUBSCRIPTION);
  if (!isSubscription) return {};
  return {
    Field(node) {
      const field = context.getFieldDef();
      if (field?.extensions[leadsElsewhere] !== true) return;
      const message = `"${field.name}" cannot be selected in a subscription: read the record with \`node\`.`;
      context.reportError(new GraphQLError(message, { nodes: node }));
    },
  };
};

/** Validation rule: limits aliases. Those of a fragment count each time it is spread. */
export const fewAliases = (context: ValidationContext): ASTVisitor => {
  const ofFragments = new Map<string, number>();
  const within = ({ selections }: SelectionSetNode): number => sum(selections.map(of));
  const of = (node: SelectionNode): number => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return ofFragment(node.name.value);
    const aliases = node.kind === Kind.FIELD && node.alias ? 1 : 0;
    return aliases + (node.selectionSet ? within(node.selectionSet) : 0);
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
export function refuseVariables(args: ExecutionArgs): GraphQLError | undefined {
  const location = findUnacceptable(args.variableValues);
  if (!location) return undefined;
  const [name, ...rest] = location.path;
  const variable = variablesOf(args).find((one) => one.name === name);
  const problem = variable ? { ...location, path: [...variable.path, ...rest] } : location;
  return unacceptable([problem], variable ? [variable.definition] : []);
}

/** The variables of the operation, each with its path in the arguments of a field. */
function variablesOf({ document, operationName }: ExecutionArgs) {
  const operation = getOperationAST(document, operationName);
  if (!operation) return [];
  const paths = pathsOfVariables(document, operation);
  return (operation.variableDefinitions ?? []).map((definition) => {
    const name = definition.variable.name.value;
    return { name, definition, path: paths.get(name) ?? [name] };
  });
}

/** The errors of variables that do not match their types, by field; undefined if there are none. */
export function explainVariables(args: ExecutionArgs): GraphQLError | undefined {
  const problems = variablesOf(args).flatMap(({ name, definition, path }) => {
    const value = args.variableValues?.[name];
    const type = typeFromAST(args.schema, definition.type);
    if (!isInputType(type) || (value === undefined && definition.defaultValue)) return [];
    return problemsOf(value, type, path).map((problem) => ({ problem, definition }));
  });
  if (!problems.length) return undefined;
  return unacceptable(
    problems.slice(0, errorLimit).map(({ problem }) => problem),
    [...new Set(problems.map(({ definition }) => definition))],
  );
}

function unacceptable(problems: FieldProblem[], nodes: readonly VariableDefinitionNode[]): GraphQLError {
  const originalError = new Failure('BAD_USER_INPUT', 'Invalid variables.', problems);
  return new GraphQLError(originalError.message, { nodes, originalError });
}

function problemsOf(value: unknown, type: GraphQLInputType, path: FieldProblem['path']): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const hideSuggestions = true;
  validateInputValue(
    value,
    type,
    ({ message }, below) => problems.push(problemOfValue([...path, ...below], message)),
    hideSuggestions,
  );
  return problems;
}
