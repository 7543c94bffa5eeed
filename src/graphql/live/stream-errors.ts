import { type ExecutionResult, GraphQLError } from 'graphql';
import { innermost } from '../errors/errors.ts';

/** A thrown value as an error of a result. Without a location: a stream does not fail where it started. */
export function toGraphQLError(error: unknown): GraphQLError {
  const cause = innermost(error);
  if (cause instanceof GraphQLError) return cause;
  return new GraphQLError('', { originalError: cause instanceof Error ? cause : new Error(String(cause)) });
}

/** The stream; if it fails, its last result is the error. `publish` removes what callers may not see of it. */
export function withErrorResult(
  stream: AsyncIterable<ExecutionResult>,
  publish: (result: ExecutionResult) => ExecutionResult,
  each: (result: ExecutionResult) => ExecutionResult = (result) => result,
): AsyncIterableIterator<ExecutionResult> {
  const iterator = stream[Symbol.asyncIterator]();
  let failed = false;
  return {
    async next() {
      if (failed) return { done: true, value: undefined };
      try {
        const { done: isAtEnd, value } = await iterator.next();
        return isAtEnd ? { done: isAtEnd, value: undefined } : { done: false, value: each(value) };
      } catch (error) {
        failed = true;
        return { done: false, value: publish({ errors: [toGraphQLError(error)] }) };
      }
    },
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
