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

/** The same for a field with arguments: records for which the same ones are selected are read together, by their id. */
export const batchedWith = <Args, Value>(
  read: (context: Context, args: Args, ids: string[]) => Promise<ReadonlyMap<string, Value[]>>,
) =>
  batched<{ id: string; args: Args }, Value[]>(async (context, all) => {
    const values = new Map<object, Value[]>();
    for (const [first, ...others] of Map.groupBy(all, ({ args }) => JSON.stringify(args)).values()) {
      if (!first) continue;
      const group = [first, ...others];
      const ofIds = await read(context, first.args, [...new Set(group.map(({ id }) => id))]);
      for (const one of group) values.set(one, ofIds.get(one.id) ?? []);
    }
    return all.map((one) => values.get(one) ?? []);
  });
