import { badUserInput } from '../domain/failure.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { EventType } from '../vocabulary/events.ts';
import type { Actor } from './actor.ts';
import { authorise } from './authorization.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { actorOf } from './current-actor.ts';
import { createExecuteBulk } from './execute-bulk.ts';
import { withOperationSpan } from './operation-span.ts';
import { createExecute } from './pipeline.ts';
import { createTryOut } from './try-out.ts';
import {
  inSavepoint,
  inTransaction,
  transactWithRetries,
  longTransaction,
  rolledBack,
  type Transact,
} from './transact.ts';
import type { BulkFrame, DryRun, Frame, Kernel, KernelServices, OneTransaction } from './types.ts';

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
  const limitBulk = createConcurrencyLimit('bulk or atomic operations');
  const limitDryRuns = createConcurrencyLimit('dry runs');
  return {
    execute: createExecute(services, { transact: transactWithRetries(database), publish }),
    async executeBulk(bulk, caller, input, origin, options) {
      // Before the limit, so that a caller without the permission takes no slot.
      authorise(bulk.operation, await actorOf(caller));
      const work = () => limitBulk(() => executeBulk(bulk, caller, input, origin, options), options?.queueTimeout);
      return withOperationSpan(services.recordSpan, bulk.name, origin, work);
    },
    dryRun: (caller, work, queueTimeout) =>
      limitDryRuns(async () => {
        const actor = await actorOf(caller);
        return rolledBack(database, (begin) => work(createDryRun(services, actor, begin)));
      }, queueTimeout),
    atomically: (caller, work, queueTimeout) =>
      limitBulk(async () => atomically(services, await actorOf(caller), publish, work), queueTimeout),
  };
}

function createDryRun(services: KernelServices, actor: Actor, begin: () => Promise<Transaction>): DryRun {
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
    actor,
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

async function atomically<T>(
  services: KernelServices,
  actor: Actor,
  publish: Frame['publish'],
  work: (transaction: OneTransaction) => Promise<T>,
): Promise<T> {
  const published: Parameters<typeof publish>[] = [];
  const result = await transactWithRetries(
    services.database,
    longTransaction,
  )(async (tx) => {
    published.length = 0;
    const transact = inTransaction(tx);
    const frame: BulkFrame = { transact, transactAll: transact, publish: (...events) => void published.push(events) };
    const own = { ...services, ...sendingNothing };
    const done = await work({
      tx,
      actor,
      execute: createExecute(own, frame),
      executeBulk: createExecuteBulk(own, frame),
    });
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, which is no error.
    await tx.$queryRaw`SELECT`;
    return done;
  });
  for (const events of published) publish(...events);
  return result;
}

const cannotSend = () =>
  Promise.reject(badUserInput('Cannot be part of an atomic operation, because it sends at once: call it alone.'));
const sendingNothing = { sendTestEvent: cannotSend, sendTestMessage: cannotSend };

/**
 * A dry run calls no webhook, sends no message, and hashes no password because it stores none. It needs no recent
 * sign-in because it changes nothing.
 */
const withoutEffects = (services: KernelServices): KernelServices => ({
  ...services,
  recentSignInSeconds: 0,
  tryOutIn: (given) => createTryOut(services, given),
  sendTestEvent: () => Promise.resolve(null),
  sendTestMessage: () => Promise.resolve(null),
  passwords: { ...services.passwords, hash: () => Promise.resolve('not a hash') },
});
