import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Total length of the cached documents in characters. A parsed document takes about a hundred times its length. */
const cacheSize = 400_000;

/**
 * Caches parsed and validated documents. Bounded by their total length; Yoga's own cache is bounded by their number,
 * and a thousand large documents, each different, would take a gigabyte.
 */
export const createDocumentCache = () => ({
  documentCache: byLength<DocumentNode>(cacheSize),
  // An invalid document is hardly ever sent twice.
  errorCache: byLength<object>(cacheSize / 100),
});

const byLength = <Value extends object>(maxSize: number) =>
  new LRUCache<string, Value>({ maxSize, sizeCalculation: (_value, document) => document.length + 1 });
