// SQL: whether a transaction has failed, which its COMMIT would not report.
import { badUserInput } from '../domain/failure.ts';
import type { Rest } from '../platform/admission/admission.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { EventType } from '../vocabulary/events.ts';
import { type Actor, callerOf } from './actor.ts';
import { authorize } from './authorization.ts';
import { actorOf } from './current-actor.ts';
import { createExecuteBulk, keepSlot } from './execute-bulk.ts';
import { withOperationSpan } from './operation-span.ts';
import { createExecute } from './pipeline.ts';
import { createNestedDryRun } from './nested-dry-run.ts';
import {
  inSavepoint,
  inTransaction,
  transactWithRetries,
  longTransaction,
  rolledBack,
  type Transact,
} from './transact.ts';
import type { BulkEffects, DryRun, PipelineEffects, Kernel, KernelServices, OneTransaction } from './types.ts';

export function createKernel(services: KernelServices): Kernel {
  const { admission, database, nudges } = services;
  const publish: PipelineEffects['publish'] = ({ queuesMessages }, types) => {
    if (types.length) nudges.publish({ kind: 'events', types: [...types] });
    if (queuesMessages) nudges.publish({ kind: 'messages' });
  };
  const bulkFrame = {
    transact: transactWithRetries(database, { yieldsToTokenRequests: true }),
    transactAll: transactWithRetries(database, longTransaction),
    publish,
  };
  return {
    execute: createExecute(services, { transact: transactWithRetries(database), publish }),
    async executeBulk(bulk, caller, input, origin, options) {
      const actor = await actorOf(caller);
      // Before its turn, so that a caller without the permission takes no slot.
      authorize(bulk.operation, actor);
      const work = (rest: Rest) =>
        createExecuteBulk(services, { ...bulkFrame, rest })(bulk, caller, input, origin, options);
      return withOperationSpan(services.recordSpan, bulk.name, origin, () =>
        admission.run('bulk', callerOf(actor), work, options?.queueTimeout),
      );
    },
    async dryRun(caller, work, queueTimeout) {
      const run = async () => {
        const actor = await actorOf(caller);
        return rolledBack(database, (begin) => work(createDryRun(services, actor, begin)));
      };
      return admission.run('dryRun', callerOf(await actorOf(caller)), run, queueTimeout);
    },
    async atomically(caller, work, queueTimeout) {
      const run = async () => atomically(services, await actorOf(caller), publish, work);
      return admission.run('bulk', callerOf(await actorOf(caller)), run, queueTimeout);
    },
  };
}

function createDryRun(services: KernelServices, actor: Actor, begin: () => Promise<Transaction>): DryRun {
  let tx: Transaction | undefined;
  const transact: Transact = async (work) => inSavepoint((tx ??= await begin()))(work);
  const emitted = new Set<EventType>();
  const publish: PipelineEffects['publish'] = (_operation, types) => types.forEach((type) => emitted.add(type));
  const effects: BulkEffects = { transact, transactAll: transact, publish, rest: keepSlot };
  const executeBulk = createExecuteBulk(withoutEffects(services), effects);
  return {
    get tx() {
      if (!tx) throw new Error('dry run: transaction used before it began');
      return tx;
    },
    actor,
    emitted,
    execute: createExecute(withoutEffects(services), effects),
    async executeBulk(...call) {
      const executed = await executeBulk(...call);
      // The results are read in the transaction, also if every item was refused before it began.
      tx ??= await begin();
      return executed;
    },
  };
}

async function atomically<T>(
  services: KernelServices,
  actor: Actor,
  publish: PipelineEffects['publish'],
  work: (transaction: OneTransaction) => Promise<T>,
): Promise<T> {
  const published: Parameters<typeof publish>[] = [];
  const result = await transactWithRetries(
    services.database,
    longTransaction,
  )(async (tx) => {
    published.length = 0;
    const transact = inTransaction(tx);
    const publishLater: PipelineEffects['publish'] = (...events) => void published.push(events);
    const effects: BulkEffects = { transact, transactAll: transact, publish: publishLater, rest: keepSlot };
    const silent = callingNothing(services);
    const result = await work({
      tx,
      actor,
      execute: createExecute(silent, effects),
      executeBulk: createExecuteBulk(silent, effects),
    });
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, which is no error.
    await tx.$queryRaw`SELECT`;
    return result;
  });
  for (const events of published) publish(...events);
  return result;
}

const cannotSend = () =>
  Promise.reject(badUserInput('Cannot be part of an atomic operation, because it sends at once: call it alone.'));
const cannotRead = () =>
  Promise.reject(badUserInput('Cannot be read in an atomic operation: call it alone.', 'saml', 'metadataUrl'));

const callingNothing = (services: KernelServices): KernelServices => ({
  ...services,
  sendTestEvent: cannotSend,
  sendTestMessage: cannotSend,
  testProvider: cannotSend,
  saml: { ...services.saml, readMetadataAt: cannotRead },
});

/**
 * A dry run calls no webhook, sends no message, and hashes no password because it stores none. It needs no recent
 * sign-in because it changes nothing.
 */
const withoutEffects = (services: KernelServices): KernelServices => ({
  ...services,
  recentSignInSeconds: { management: 0, account: 0 },
  nestedDryRunIn: (scope) => createNestedDryRun(services, scope),
  sendTestEvent: () => Promise.resolve(null),
  sendTestMessage: () => Promise.resolve(null),
  testProvider: () => Promise.resolve(null),
  saml: { ...services.saml, readMetadataAt: () => Promise.resolve(null) },
  passwords: { ...services.passwords, hash: () => Promise.resolve('not a hash') },
});
