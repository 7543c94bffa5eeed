import { startDelegations } from '../delegation-starts.ts';
import { deleteDueAccounts } from './due-deletions.ts';
import { suspendExpiredApplications } from './expired-applications.ts';
import { refreshMetadata } from './metadata-refresh.ts';
import type { Services } from '../services.ts';
import type { Config } from '../../config.ts';
import type { ExchangeLedger } from '../../oidc/ledger/exchange-ledger.ts';
import { removeUnusedAssets } from '../../store/assets.ts';
import { countActivity, removeOldActivityCounts } from '../../store/activity-counts.ts';
import { removeAssignmentsOfDeletedRoles } from '../../store/deleted-roles.ts';
import { assignPositions } from '../../store/event-positions.ts';
import { removeOldKeys } from '../../store/idempotency-keys.ts';
import { removeExpiredRecords } from '../../store/sessions/oidc-records.ts';
import { countNewExchanges, removeOldDays } from '../../store/exchanges/count-exchanges.ts';
import { findGaps, removeOldGaps } from '../../store/exchanges/gaps.ts';
import { dropOldPartitions, makeNextPartitions } from '../../store/exchanges/partitions.ts';
import { removeOldFlows } from '../../store/flows/retention.ts';
import { removeExpiredSubjectTokens } from '../../store/impersonations/subject-tokens.ts';
import { removeOldTokens } from '../../store/one-time-tokens/tokens.ts';
import { removeOld } from '../../store/retention.ts';
import { countDeliveries, removeOldDeliveryCounts } from '../../store/webhooks/delivery-counts.ts';

/** Milliseconds between two runs. */
const interval = 60_000;

interface MaintenanceServices
  extends Pick<Services, 'database' | 'time' | 'logger' | 'execute' | 'ids' | 'identityProviders'> {
  config: { exchangeLedger: Pick<Config['exchangeLedger'], 'retentionDays'> };
  tokens: { ledger: Pick<ExchangeLedger, 'counts'> };
}

type Task = (database: Services['database'], now: Date, services: MaintenanceServices) => Promise<unknown>;

const recordGaps: Task = async (database, now, { tokens, logger }) => {
  const gaps = await findGaps(database, now);
  tokens.ledger.counts.gaps += gaps;
  if (gaps) logger.error({ gaps }, 'exchange ledger: processes have ended without having written every exchange');
};

/** The tasks in order. Those that remove something return how much. */
const tasks: Record<string, Task> = {
  // Without readers nothing else assigns positions. Events without one are not removed, and the first reader would have
  // to wait.
  'event positions': assignPositions,
  // Before the day begins.
  'partitions of the exchange ledger': makeNextPartitions,
  'gaps in the exchange ledger': recordGaps,
  // Before old events are removed.
  activity: countActivity,
  exchanges: countNewExchanges,
  'starts of delegations': (database, _now, services) => startDelegations(database, services),
  deliveries: countDeliveries,
  'assignments of deleted roles': removeAssignmentsOfDeletedRoles,
  'accounts that are due for deletion': deleteDueAccounts,
  'applications that have expired': suspendExpiredApplications,
  'records of the issuer': removeExpiredRecords,
  'idempotency keys': removeOldKeys,
  'old events, deliveries, jobs and messages': removeOld,
  'old flows and limits': removeOldFlows,
  'old exchanges': (database, now, { config }) => dropOldPartitions(database, now, config.exchangeLedger.retentionDays),
  'old gaps in the exchange ledger': (database, now, { config }) =>
    removeOldGaps(database, now, config.exchangeLedger.retentionDays),
  'old sums of exchanges': removeOldDays,
  'old counts of activity': removeOldActivityCounts,
  'old counts of deliveries': removeOldDeliveryCounts,
  'expired one-time tokens': removeOldTokens,
  'expired subject tokens': removeExpiredSubjectTokens,
  'unused assets': removeUnusedAssets,
  'metadata of identity providers': refreshMetadata,
};

/**
 * Runs maintenance once a minute: assigns event positions, counts activity, deletes accounts that are due, suspends
 * applications that have expired, removes expired and old records, and reads the metadata of identity providers that
 * is due. Returns a function that stops it.
 */
export function startMaintenance(services: MaintenanceServices): () => Promise<void> {
  let current: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    current = current.then(() => runMaintenance(services));
  }, interval);
  timer.unref();
  return () => {
    clearInterval(timer);
    return current;
  };
}

/**
 * Runs all tasks once. Failures are logged and retried in the next run. Age is measured by the database's clock, read
 * just before; a process whose own clock is wrong does nothing.
 */
export async function runMaintenance(services: MaintenanceServices): Promise<void> {
  const { database, time, logger } = services;
  for (const [task, run] of Object.entries(tasks)) {
    try {
      const now = await time.measure();
      if (time.isWrong()) return logger.warn('maintenance: skipped; the clock of this machine is wrong');
      const removed = await run(database, now, services);
      if (removed) logger.debug({ removed, task }, 'maintenance: removed old records');
    } catch (err) {
      logger.warn({ err, task }, 'maintenance: task failed; will retry');
    }
  }
}
