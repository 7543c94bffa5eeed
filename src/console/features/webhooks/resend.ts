import type { RecordAction } from '../../parts/record/RecordHeader.tsx';
import type { Words } from '../../words/index.ts';
import type { Webhook } from './webhook.ts';

const day = 86_400_000;
/** The platform keeps deliveries for 30 days; the time passes until the form is sent. */
const mostAge = 29 * day;

/** The first time of which something has not arrived; null if all has. */
export function firstMissingAt({ FAILED: failed, PENDING: pending, failingSince }: Webhook): string | null {
  const times = [failingSince, failed?.nodes[0]?.createdAt, pending?.nodes[0]?.createdAt];
  const [first = null] = times.filter((time) => typeof time === 'string').toSorted();
  return first;
}

/** Sends all that did not arrive: since its first failure, or else since it exists, as far as that is known. */
export function sendMissing(webhook: Webhook): { webhookId: string; since: string } {
  const begun = Date.parse(firstMissingAt(webhook) ?? webhook.createdAt);
  return { webhookId: webhook.id, since: new Date(Math.max(begun, Date.now() - mostAge)).toISOString() };
}

/** Sends what has failed for good again, from its oldest delivery on. Nothing if nothing has. */
export function resendFailed({ id, FAILED: failed }: Webhook, { webhooks: texts }: Words): RecordAction[] {
  const [first] = failed?.nodes ?? [];
  if (!first) return [];
  return [
    { title: texts.resendFailed, operation: 'redeliverFailedSince', input: { webhookId: id, since: first.createdAt } },
  ];
}
