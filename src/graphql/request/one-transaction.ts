// SQL: a time limit for the statements of a transaction.
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { badUserInput, conflict, Failure, forbidden } from '../../domain/failure.ts';
import { organizationsFor } from '../../kernel/actor.ts';
import { isRetryable, isTimeout } from '../../kernel/database-errors.ts';
import type { DryRun, ExecuteBulk, Kernel, OneTransaction } from '../../kernel/types.ts';
import type { Context } from '../context/context.ts';
import { innermost } from '../errors/errors.ts';
import { atomicLimit, readTimeout } from '../context/limits.ts';
import { dryRunArgument, isAtomic, isDryRun, mutationsOf } from '../mutations/mutation-fields.ts';

/**
 * Runs the mutations of a document in one transaction and reads their payloads in it, if they are dry runs, which are
 * rolled back, or if the operation is atomic.
 */
export const oneTransaction = (kernel: Pick<Kernel, 'dryRun' | 'atomically'>): Plugin<Context> => ({
  onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
    const mutations = mutationsOf(args);
    const isDry = mutations.some((field) => isDryRun(field, args));
    const failure = refusalOfCombination(args, isDry);
    if (failure) {
      setResultAndStopExecution(refused(failure));
      return;
    }
    if (!isDry && !isAtomic(args)) return;
    setExecuteFn((execution: ExecutionArgs) => {
      const run = async (transaction: OneTransaction | DryRun) => {
        const contextValue = contextIn(transaction, execution.contextValue as Context, isAtomic(args));
        const result = (await executeFn({ ...execution, contextValue })) as ExecutionResult;
        const readable = withTimeouts(result, contextValue.hasQueried());
        if (isAtomic(args)) requireAll(readable);
        return readable;
      };
      const { currentActor } = execution.contextValue as Context;
      return (isDry ? kernel.dryRun(currentActor, run) : kernel.atomically(currentActor, run)).catch(resultOfError);
    });
  },
});

/** A dry run must not be mixed with other mutations, which would not see its changes. */
function refusalOfCombination(args: ExecutionArgs, isDry: boolean): Failure | undefined {
  const mutations = mutationsOf(args);
  if (isDry && !mutations.every((field) => isDryRun(field, args)))
    return badUserInput('Must be the same for all mutations of a document.', dryRunArgument);
  if (isAtomic(args) && mutations.length > atomicLimit)
    return new Failure('TOO_COMPLEX', `At most ${atomicLimit} mutations in an atomic operation.`);
  return undefined;
}

const refused = (failure: Failure): ExecutionResult => ({
  errors: [new GraphQLError(failure.message, { originalError: failure })],
});

interface ContextInTransaction extends Context {
  /** Whether a `query` was read. */
  hasQueried(): boolean;
}

/** Everything is read in the transaction. That of a dry run begins with the first mutation. */
function contextIn(
  transaction: OneTransaction | DryRun,
  context: Context,
  isAllOrNothing: boolean,
): ContextInTransaction {
  let hasQueried = false;
  const inTransaction: Partial<ContextInTransaction> = {
    database: null,
    actor: transaction.actor,
    ...(isAllOrNothing ? allOrNothing(running(transaction)) : running(transaction)),
    explainExchange: (query) => context.explainExchange(query, transaction.tx),
    explainSignIn: (query) => context.explainSignIn(query, transaction.tx),
    hasQueried: () => hasQueried,
    async beginQuery() {
      if ('emitted' in transaction) refuseGainedAccess(transaction);
      hasQueried = true;
      await transaction.tx.$queryRaw`SELECT set_config('statement_timeout', ${String(readTimeout)}, true)`;
    },
  };
  const read = { get: () => transaction.tx, enumerable: true };
  // The context of an operation in a batch inherits that of the request.
  const derived = Object.assign(Object.create(context) as ContextInTransaction, inTransaction);
  return Object.defineProperty(derived, 'prisma', read);
}

type Running = Pick<Context, 'execute' | 'executeBulk'>;

/** As the caller when the transaction began. */
const running = ({ actor, execute, executeBulk }: OneTransaction): Running => ({
  execute: (operation, _caller, ...call) => execute(operation, actor, ...call),
  executeBulk: (bulk, _caller, ...call) => executeBulk(bulk, actor, ...call),
});

/** After a mutation that is refused, no other one runs. */
function allOrNothing({ execute, executeBulk }: Running): Running {
  let isRefused = false;
  const unlessRefused =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (isRefused) throw new NotRun();
      return run(...args).catch((error: unknown) => {
        isRefused = true;
        throw error;
      });
    };
  const inModeAll: ExecuteBulk = async (bulk, caller, input, ...others) => {
    if ((input as { mode: unknown }).mode !== 'ALL') throw badUserInput('Must be ALL in an atomic operation.', 'mode');
    return executeBulk(bulk, caller, input, ...others);
  };
  return { execute: unlessRefused(execute as never), executeBulk: unlessRefused(inModeAll) };
}

/** Not in the result: the error of the mutation that was refused is. */
class NotRun extends Error {}

/** A result that is not committed, because not every mutation has a payload. */
class Incomplete extends Error {
  readonly result: ExecutionResult;
  constructor(errors: readonly GraphQLError[]) {
    super('A mutation was refused.');
    this.result = { data: null, errors };
  }
}

function requireAll({ data, errors = [] }: ExecutionResult): void {
  const isComplete = data && Object.values(data).every((payload) => payload !== null);
  // After a read that took too long, the transaction cannot be committed.
  if (isComplete && !errors.some((error) => innermost(error) instanceof TooSlow)) return;
  const concurrent = errors.map(innermost).find(isRetryable);
  // The whole operation is repeated then.
  if (concurrent instanceof Error) throw concurrent;
  throw new Incomplete(errors.filter((error) => !(innermost(error) instanceof NotRun)));
}

/** Permissions to read records that belong to an organization by membership. */
const ofMembers = ['users:read', 'applications:read'] as const;

/**
 * The permissions of the caller are those before the dry run. A permission in one organization applies to its members:
 * if the dry run changes them, it could show a user that the caller may not read.
 */
function refuseGainedAccess({ actor, emitted }: Pick<DryRun, 'actor' | 'emitted'>): void {
  if (!emitted.has('Organization.Membership.Updated')) return;
  const partial = ofMembers.filter((permission) => {
    const organizations = organizationsFor(actor, permission);
    return organizations !== 'all' && organizations.length > 0;
  });
  if (partial.length) throw forbidden(...partial);
}

/** A read that takes too long ends the transaction, which holds locks meanwhile. */
function withTimeouts(result: ExecutionResult, hasQueried: boolean): ExecutionResult {
  if (!hasQueried || !result.errors) return result;
  return { ...result, errors: result.errors.map((error) => (isTimeout(innermost(error)) ? tooSlow(error) : error)) };
}

class TooSlow extends Failure {}

function tooSlow({ nodes, path }: GraphQLError): GraphQLError {
  const seconds = readTimeout / 1000;
  const failure = new TooSlow(
    'TOO_COMPLEX',
    `A read in this transaction took more than ${seconds} seconds. Select fewer fields or smaller pages.`,
  );
  return new GraphQLError(failure.message, { nodes: nodes ?? null, path: path ?? null, originalError: failure });
}

function resultOfError(error: unknown): ExecutionResult {
  if (error instanceof Incomplete) return error.result;
  if (error instanceof Failure) return refused(error);
  if (isRetryable(error)) return refused(conflict('Other changes were made at the same time. Nothing was changed.'));
  throw error;
}
