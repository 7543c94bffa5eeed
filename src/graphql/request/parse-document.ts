import { type DocumentNode, GraphQLError, parse } from 'graphql';
import { Failure } from '../../domain/failure.ts';
import { tokenLimit } from '../context/limits.ts';
import { withoutValues } from '../errors/redact-values.ts';

/** Parses a document. Throws MALFORMED_DOCUMENT for a syntax error and TOO_COMPLEX for too many tokens. */
export function parseDocument(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: tokenLimit });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { message, source, positions } = error;
    throw new GraphQLError(message, { source, positions, originalError: failureOf(error) });
  }
}

// The parser's errors have no code.
function failureOf({ message }: GraphQLError): Failure {
  return message.endsWith('tokens. Parsing aborted.')
    ? new Failure('TOO_COMPLEX', `The document has more than ${tokenLimit} tokens.`)
    : new Failure('MALFORMED_DOCUMENT', withoutValues(message));
}
