import type { Transaction } from '../platform/database/database.ts';
import type { EventType } from '../vocabulary/events.ts';
import { authorise } from './authorization.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { createExecuteBulk } from './execute-bulk.ts';
import { withOperationSpan } from './operation-span.ts';
import { createExecute } from './pipeline.ts';
import { inSavepoint, transactWithRetries, longTransaction, rolledBack, type Transact } from './transact.ts';
import type { BulkFrame, DryRun, Frame, Kernel, KernelServices } from './types.ts';

export function createKernel(services: KernelServices): Kernel {
  const { database, nudges } = services;
  const publish: Frame['publish'] = ({ queuesMessages }, types) => {
    if (types.length) nudges.publish({ kind: 'events', types: [...types] });
    if (queuesMessages) nudges.publish({ kind: 'messages' });
  };
  const executeBulk = createExecuteBulk(services, {
    transact: transactWithRetries(database, { yieldsToTokenRequests: true }),
    transactAll: transactWithRetries(database, longTransaction),
    publish,
  });
  const limitBulk = createConcurrencyLimit('bulk operations');
  const limitDryRuns = createConcurrencyLimit('dry runs');
  return {
    execute: createExecute(services, { transact: transactWithRetries(database), publish }),
    async executeBulk(bulk, actor, input, origin, options) {
      // Before the limit, so that a caller without the permission takes no slot.
      authorise(bulk.operation, actor);
      const work = () => limitBulk(() => executeBulk(bulk, actor, input, origin, options), options?.queueTimeout);
      return withOperationSpan(services.recordSpan, bulk.name, origin, work);
    },
    dryRun: (work, queueTimeout) =>
      limitDryRuns(() => rolledBack(database, (begin) => work(createDryRun(services, begin))), queueTimeout),
  };
}

function createDryRun(services: KernelServices, begin: () => Promise<Transaction>): DryRun {
  let tx: Transaction | undefined;
  const transact: Transact = async (work) => inSavepoint((tx ??= await begin()))(work);
  const emitted = new Set<EventType>();
  const publish: Frame['publish'] = (_operation, types) => types.forEach((type) => emitted.add(type));
  const frame: BulkFrame = { transact, transactAll: transact, publish };
  const executeBulk = createExecuteBulk(withoutEffects(services), frame);
  return {
    get tx() {
      if (!tx) throw new Error('dry run: transaction used before it began');
      return tx;
    },
    emitted,
    execute: createExecute(withoutEffects(services), frame),
    async executeBulk(...call) {
      const executed = await executeBulk(...call);
      // The results are read in the transaction, also if every item was refused before it began.
      tx ??= await begin();
      return executed;
    },
  };
}

/** A dry run calls no webhook, sends no message, and hashes no password because it stores none. */
const withoutEffects = (services: KernelServices): KernelServices => ({
  ...services,
  sendTestEvent: () => Promise.resolve(null),
  sendTestMessage: () => Promise.resolve(null),
  passwords: { ...services.passwords, hash: () => Promise.resolve('not a hash') },
});
