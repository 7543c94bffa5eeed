import {
  type ASTVisitor,
  type ExecutionArgs,
  getOperationAST,
  type GraphQLInputType,
  GraphQLError,
  isInputType,
  typeFromAST,
  type ValidationContext,
  validateInputValue,
} from 'graphql';
import { Failure, type FieldProblem } from '../domain/failure.ts';
import { findUnacceptable } from '../domain/json-text.ts';
import { isStorable } from '../domain/text.ts';
import { aliasLimit, errorLimit } from './limits.ts';
import { withoutValues } from './without-values.ts';

const unstorable = 'Holds a character that cannot be stored.';

/** Validation rule: a text that PostgreSQL would refuse (U+0000, half of a surrogate pair) does not get there. */
export const storableTexts = (context: ValidationContext): ASTVisitor => ({
  StringValue(node) {
    if (!isStorable(node.value)) context.reportError(new GraphQLError(unstorable, { nodes: node }));
  },
});

/** Validation rule: aliases are counted, fragments once. */
export const fewAliases = (context: ValidationContext): ASTVisitor => {
  let aliases = 0;
  return {
    Field(node) {
      if (node.alias && ++aliases === aliasLimit + 1) {
        context.reportError(new GraphQLError(`At most ${aliasLimit} aliases in one document.`, { nodes: node }));
      }
    },
  };
};

/** The refusal of variables that hold a text that cannot be stored, or are nested too deeply; undefined when there is none. */
export function refuseVariables(variables: unknown): Failure | undefined {
  const found = findUnacceptable(variables);
  return found && unacceptable([found]);
}

/** Why the variables of an operation do not fit their types, one by one and field by field; undefined when they do. */
export function explainVariables({
  schema,
  document,
  operationName,
  variableValues,
}: ExecutionArgs): Failure | undefined {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const problems = definitions.flatMap(({ variable, type: written, defaultValue }) => {
    const name = variable.name.value;
    const value = variableValues?.[name];
    const type = typeFromAST(schema, written);
    return !isInputType(type) || (value === undefined && defaultValue) ? [] : problemsOf(value, type, name);
  });
  return problems.length ? unacceptable(problems.slice(0, errorLimit)) : undefined;
}

const unacceptable = (problems: FieldProblem[]): Failure =>
  new Failure('BAD_USER_INPUT', 'The variables are not acceptable.', problems);

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
