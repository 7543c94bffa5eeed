import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useAttempts } from '../../data/attempts.ts';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { EnabledMark } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import type { RecordAction } from '../../parts/record/RecordHeader.tsx';
import { TabbedRecord } from '../../parts/record/TabbedRecord.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { resendFailed, sendMissing } from './resend.ts';
import { type Webhook, WebhookContext, WebhookDocument } from './webhook.ts';

/** A webhook: the frame of all tabs. */
export function WebhookPage(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: WebhookDocument, variables: { id } });
  useAttempts(id);
  const { tabs } = words.webhooks;
  return (
    <RecordFrame record={data?.webhook} error={error} isLoading={fetching} again={again}>
      {(webhook) => (
        <WebhookContext value={webhook}>
          <TabbedRecord
            name={webhook.displayName}
            id={id}
            version={webhook.version}
            description={webhook.url}
            state={<EnabledMark isEnabled={webhook.isEnabled} isFailing={Boolean(webhook.failingSince)} />}
            actions={actionsOf(webhook, words)}
            path={`/webhooks/${id}`}
            tabs={[
              { path: '', title: words.navigation.deliveries },
              { path: '/settings', title: tabs.settings },
              { path: '/secret', title: tabs.secret },
              { path: '/test', title: tabs.test },
              { path: '/events', title: words.record.events, permissions: ['events:read'] },
            ]}
          />
        </WebhookContext>
      )}
    </RecordFrame>
  );
}

function actionsOf(webhook: Webhook, words: Words): RecordAction[] {
  const { webhooks: texts, common } = words;
  const input = { webhookId: webhook.id };
  return [
    { title: texts.test, operation: 'testWebhook', input },
    { title: common.edit, operation: 'updateWebhook', input },
    {
      title: webhook.isEnabled ? common.disable : common.enable,
      operation: 'setWebhookEnabled',
      input: { ...input, isEnabled: !webhook.isEnabled },
    },
    ...resendFailed(webhook, words),
    { title: texts.resendMissing, operation: 'redeliverMissingSince', input: sendMissing(webhook) },
    { title: texts.backfill, operation: 'backfillWebhook', input },
    { title: texts.rotate, operation: 'rotateWebhookSecret', input },
    { title: common.delete, operation: 'deleteWebhook', input, isDangerous: true },
  ];
}
