import type { RecordAction } from '../../parts/record/RecordHeader.tsx';
import type { Words } from '../../words/index.ts';
import type { Webhook } from './webhook.ts';

/** Sends what has failed for good again, from its oldest delivery on. Nothing if nothing has. */
export function resendFailed({ id, FAILED: failed }: Webhook, { webhooks: texts }: Words): RecordAction[] {
  const [first] = failed?.nodes ?? [];
  if (!first) return [];
  return [
    { title: texts.resendFailed, operation: 'redeliverFailedSince', input: { webhookId: id, since: first.createdAt } },
  ];
}
