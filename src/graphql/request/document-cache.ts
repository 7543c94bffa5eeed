import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Characters of all documents that are remembered together: parsed, a document takes about a hundred times its length. */
const remembered = 400_000;

/**
 * What documents were parsed to, so that those of a console are parsed and validated once. Bounded by their length and not by their
 * number: a thousand large ones, made to be different, would take a gigabyte.
 */
export const createDocumentCache = () => ({
  documentCache: byLength<DocumentNode>(remembered),
  // What is wrong with a document is hardly ever asked twice.
  errorCache: byLength<object>(remembered / 100),
});

const byLength = <Value extends object>(maxSize: number) =>
  new LRUCache<string, Value>({ maxSize, sizeCalculation: (_value, document) => document.length + 1 });
