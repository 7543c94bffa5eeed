import { type DocumentNode, GraphQLError, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { errorLimit } from '../context/limits.ts';
import { literalPaths } from '../errors/literal-paths.ts';
import { parseDocument } from './parse-document.ts';
import type { RequestPlugin } from './plugins.ts';
import { eventsOnly, fewAliases, storableTexts } from './validation-rules.ts';

/** Total length of the cached documents in characters. A parsed document takes about a hundred times its length. */
const cacheSize = 400_000;

/**
 * Parsed documents by their text, for Yoga's cache. Bounded by their total length: a thousand large ones, which is
 * Yoga's own bound, take a gigabyte. For memory, not for speed, and no benchmark sends large ones.
 */
export const createDocumentCache = () =>
  new LRUCache<string, DocumentNode>({
    maxSize: cacheSize,
    sizeCalculation: (_document, text) => text.length + 1,
  });

/** For documents with syntax errors, which are hardly ever sent twice. */
export const noCache = { get: () => undefined, set: () => undefined };

/** Parses and validates documents with limits of their cost. */
export const documents: RequestPlugin = {
  onParse({ setParseFn }) {
    setParseFn(parseDocument);
  },
  onValidate({ addValidationRule, setValidationFn }) {
    for (const rule of [literalPaths, fewAliases, storableTexts, eventsOnly]) addValidationRule(rule);
    setValidationFn(validateWithin);
  },
};

// With suggestions: a caller who gets here may introspect the schema as well, in production with a token.
const validateWithin: typeof validate = (schema, document, rules) =>
  validate(schema, document, rules, { maxErrors: errorLimit }).map((error) => inDocument(error, document));

/**
 * The error that validation stopped at its limit has no source. Without one it would not count as an error in the
 * document.
 */
function inDocument(error: GraphQLError, { loc }: DocumentNode): GraphQLError {
  return error.source ? error : new GraphQLError(error.message, { source: loc?.source });
}
