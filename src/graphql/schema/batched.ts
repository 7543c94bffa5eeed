import { createContextCache } from '@pothos/core';
import { createBatchLoader } from '../../store/sql/batch-loader.ts';
import type { Context } from '../context/context.ts';

/** Keys per statement: more than a page has. */
const maxKeys = 1000;

/**
 * A look-up that records make one by one and that is one statement for a whole page. Batches are made per context, so
 * that a dry run reads in its transaction.
 */
export function batched<Key, Value>(
  loadAll: (context: Context, keys: Key[]) => Promise<Value[]>,
): (context: Context, key: Key) => Promise<Value> {
  const loaders = createContextCache((context: Context) =>
    createBatchLoader<Key, Value>((keys) => loadAll(context, keys), { maxBatchSize: maxKeys }),
  );
  return (context, key) => loaders(context)(key);
}
