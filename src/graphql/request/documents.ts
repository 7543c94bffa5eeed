import { type DocumentNode, GraphQLError, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { errorLimit } from './limits.ts';
import { literalPaths } from './literal-paths.ts';
import { parseDocument } from './parse-document.ts';
import type { RequestPlugin } from './plugins.ts';
import { eventsOnly, fewAliases, storableTexts } from './validation-rules.ts';

/** Total length of the cached documents in characters. A parsed document takes about a hundred times its length. */
const cacheSize = 400_000;

/** Parsed documents by their text, bounded by their total length. */
export const createDocumentCache = () =>
  new LRUCache<string, DocumentNode>({
    maxSize: cacheSize,
    sizeCalculation: (_document, text) => text.length + 1,
  });

/**
 * Parses and validates documents, with limits of their cost, each once while it is cached. Yoga's cache is bounded by
 * the number of documents, of which a thousand large ones take a gigabyte, and joins the names of all rules for every
 * request, which takes 8 % of a small one (bench:management, 0.6 of bare Prisma).
 */
export function documents(): RequestPlugin {
  const parsed = createDocumentCache();
  const validated = new WeakMap<DocumentNode, readonly Error[]>();
  return {
    onParse({ params, setParsedDocument, setParseFn }) {
      const text = String(params.source);
      const known = parsed.get(text);
      if (known) return setParsedDocument(known);
      setParseFn(parseDocument);
      // An invalid document is hardly ever sent twice.
      return ({ result }) => void (isDocument(result) && parsed.set(text, result));
    },
    onValidate({ params, setResult, addValidationRule, setValidationFn }) {
      const document = params.documentAST;
      const known = validated.get(document);
      if (known) return setResult([...known]);
      for (const rule of [literalPaths, fewAliases, storableTexts, eventsOnly]) addValidationRule(rule);
      setValidationFn(validateWithin);
      return ({ result }) => void validated.set(document, result);
    },
  };
}

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

const isDocument = (result: unknown): result is DocumentNode => !(result instanceof Error) && result !== null;
