import type { RecordAction } from '../../parts/record/RecordHeader.tsx';
import type { Words } from '../../words/index.ts';
import type { Webhook } from './webhook.ts';

const day = 86_400_000;
/** The platform keeps deliveries for 30 days; the time passes until the form is sent. */
const mostAge = 29 * day;

/** Sends what it did not receive: since its first failure, or else since it exists, as far as that is known. */
export function sendMissing({ id, FAILED: failed, createdAt }: Webhook, { webhooks: texts }: Words): RecordAction {
  const begun = Date.parse(failed?.nodes[0]?.createdAt ?? createdAt);
  const since = new Date(Math.max(begun, Date.now() - mostAge)).toISOString();
  return { title: texts.resendMissing, operation: 'redeliverMissingSince', input: { webhookId: id, since } };
}

/** Sends what has failed for good again, from its oldest delivery on. Nothing if nothing has. */
export function resendFailed({ id, FAILED: failed }: Webhook, { webhooks: texts }: Words): RecordAction[] {
  const [first] = failed?.nodes ?? [];
  if (!first) return [];
  return [
    { title: texts.resendFailed, operation: 'redeliverFailedSince', input: { webhookId: id, since: first.createdAt } },
  ];
}
