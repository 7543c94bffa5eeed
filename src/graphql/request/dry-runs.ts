import {
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { badUserInput, Failure, forbidden } from '../../domain/failure.ts';
import { type Actor, organizationsFor } from '../../kernel/actor.ts';
import { isTimeout } from '../../kernel/database-errors.ts';
import type { DryRun, Kernel } from '../../kernel/types.ts';
import type { Context } from './context.ts';
import { innermost } from './errors.ts';
import { dryRunReadTimeout } from './limits.ts';

/** The argument of every mutation that requests a dry run. */
export const dryRunArgument = 'dryRun';

/**
 * Runs the mutations of a document with `dryRun: true` in one transaction, reads their payloads in it, and rolls it
 * back. A document must not mix them with other mutations, which would not see their changes.
 */
export const dryRuns = ({ dryRun }: Pick<Kernel, 'dryRun'>): Plugin<Context> => ({
  onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
    const values = new Set(mutationsOf(args).map((field) => isDryRun(field, args)));
    if (!values.has(true)) return;
    if (values.has(false)) {
      const failure = badUserInput('Must be the same for all mutations of a document.', dryRunArgument);
      setResultAndStopExecution({ errors: [new GraphQLError(failure.message, { originalError: failure })] });
      return;
    }
    setExecuteFn((execution: ExecutionArgs) => {
      const run = async (transaction: DryRun) => {
        const contextValue = dryContext(execution.contextValue as Context, transaction);
        const result = (await executeFn({ ...execution, contextValue })) as ExecutionResult;
        return withTimeouts(result, contextValue.hasQueried());
      };
      return dryRun(run).catch(refusalOf);
    });
  },
});

interface DryContext extends Context {
  /** Whether a `query` was read. */
  hasQueried(): boolean;
}

/** Everything is read in the transaction, which begins with the first mutation. */
function dryContext(context: Context, transaction: DryRun): DryContext {
  const { execute, executeBulk } = transaction;
  let hasQueried = false;
  const inTransaction: Partial<DryContext> = {
    database: null,
    execute,
    executeBulk,
    explainExchange: (question) => context.explainExchange(question, transaction.tx),
    explainSignIn: (question) => context.explainSignIn(question, transaction.tx),
    hasQueried: () => hasQueried,
    async beginQuery() {
      refuseGainedAccess(context.actor, transaction);
      hasQueried = true;
      await transaction.tx.$queryRaw`SELECT set_config('statement_timeout', ${String(dryRunReadTimeout)}, true)`;
    },
  };
  const read = { get: () => transaction.tx, enumerable: true };
  return Object.defineProperty({ ...context, ...inTransaction }, 'prisma', read) as DryContext;
}

/** Permissions to read records that belong to an organization by membership. */
const ofMembers = ['users:read', 'applications:read'] as const;

/**
 * The permissions of the caller are those of now. But whom a permission in one organization lets it read follows from
 * the members: if the dry run changes them, it could show a user that the caller may not read.
 */
function refuseGainedAccess(actor: Actor | null, { emitted }: Pick<DryRun, 'emitted'>): void {
  if (!actor || !emitted.has('Organization.Membership.Updated')) return;
  const partial = ofMembers.filter((permission) => {
    const organizations = organizationsFor(actor, permission);
    return organizations !== 'all' && organizations.length > 0;
  });
  if (partial.length) throw forbidden(...partial);
}

/** A read that takes too long ends the dry run, which holds locks meanwhile. */
function withTimeouts(result: ExecutionResult, hasQueried: boolean): ExecutionResult {
  if (!hasQueried || !result.errors) return result;
  return { ...result, errors: result.errors.map((error) => (isTimeout(innermost(error)) ? tooSlow(error) : error)) };
}

function tooSlow({ nodes, path }: GraphQLError): GraphQLError {
  const seconds = dryRunReadTimeout / 1000;
  const failure = new Failure('TOO_COMPLEX', `A read in this dry run took more than ${seconds} seconds. Read less.`);
  return new GraphQLError(failure.message, { nodes: nodes ?? null, path: path ?? null, originalError: failure });
}

function refusalOf(error: unknown): ExecutionResult {
  if (!(error instanceof Failure)) throw error;
  return { errors: [new GraphQLError(error.message, { originalError: error })] };
}

function mutationsOf({ document, operationName }: ExecutionArgs): FieldNode[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'mutation') return [];
  const fragments = new Map(
    document.definitions
      .filter((definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((definition) => [definition.name.value, definition]),
  );
  return fieldsOf(operation.selectionSet, fragments);
}

// A validated document has no fragment cycles.
function fieldsOf({ selections }: SelectionSetNode, fragments: Map<string, FragmentDefinitionNode>): FieldNode[] {
  return selections.flatMap((selection) => {
    // `__typename` is not a mutation.
    if (selection.kind === Kind.FIELD) return selection.name.value.startsWith('__') ? [] : [selection];
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    return fragment ? fieldsOf(fragment.selectionSet, fragments) : [];
  });
}

function isDryRun(
  { arguments: literals }: FieldNode,
  { document, operationName, variableValues }: ExecutionArgs,
): boolean {
  const value = literals?.find(({ name }) => name.value === dryRunArgument)?.value;
  if (value?.kind !== Kind.VARIABLE) return isTrue(value);
  const variable = variableValues?.[value.name.value];
  if (variable !== undefined) return variable === true;
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  return isTrue(definitions.find(({ variable }) => variable.name.value === value.name.value)?.defaultValue);
}

const isTrue = (value: ValueNode | undefined): boolean => value?.kind === Kind.BOOLEAN && value.value;
