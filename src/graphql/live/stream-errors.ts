import { type ExecutionResult, GraphQLError } from 'graphql';
import { innermost } from '../request/errors.ts';

/** What was thrown, as an error of an answer. Where a stream began in the document is not where it failed: that is left out. */
export function asError(error: unknown): GraphQLError {
  const cause = innermost(error);
  if (cause instanceof GraphQLError) return cause;
  return new GraphQLError('', { originalError: cause instanceof Error ? cause : new Error(String(cause)) });
}

/** The stream; when it fails, its last answer says so. `published` makes what callers may see of that, and `each` of every other answer. */
export function withLastWord(
  stream: AsyncIterable<ExecutionResult>,
  published: (result: ExecutionResult) => ExecutionResult,
  each: (result: ExecutionResult) => ExecutionResult = (result) => result,
): AsyncIterableIterator<ExecutionResult> {
  const iterator = stream[Symbol.asyncIterator]();
  let failed = false;
  return {
    async next() {
      if (failed) return { done: true, value: undefined };
      try {
        const { done, value } = await iterator.next();
        return done ? { done, value: undefined } : { done: false, value: each(value) };
      } catch (error) {
        failed = true;
        return { done: false, value: published({ errors: [asError(error)] }) };
      }
    },
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
