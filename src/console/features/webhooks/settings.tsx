import type { ReactNode } from 'react';
import { eventTypeName } from '../../data/feed/use-event-types.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Code } from '../../parts/code/Code.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { When } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import { useWebhook } from './webhook.ts';

/** The address and headers of a webhook, and its selection of events. */
export function WebhookSettings(): ReactNode {
  const webhook = useWebhook();
  const words = useWords();
  const button = changesOf({ webhookId: webhook.id });
  return (
    <>
      <section className="card padded stack tight">
        <div className="row">
          <h2 className="grow">{words.webhooks.tabs.settings}</h2>
          {button(words.common.edit, 'updateWebhook')}
          {button(webhook.isEnabled ? words.common.disable : words.common.enable, 'setWebhookEnabled', {
            isEnabled: !webhook.isEnabled,
          })}
        </div>
        <Sending />
      </section>
      <section className="card padded stack tight">
        <h2>{words.webhooks.filter}</h2>
        <Selected />
      </section>
    </>
  );
}

/** The settings of requests, and whether they are sent at the moment. */
function Sending(): ReactNode {
  const webhook = useWebhook();
  const { webhooks: texts, record, ...words } = useWords();
  return (
    <Facts
      facts={[
        [texts.url, <code key="url">{webhook.url}</code>],
        ...(webhook.disabledReason ? ([[texts.disabledReason, words.label(webhook.disabledReason)]] as const) : []),
        ...(webhook.failingSince
          ? ([[texts.failingSince, <When key="failing" at={webhook.failingSince} />]] as const)
          : []),
        ...(webhook.pausedUntil
          ? ([[texts.pausedUntil, <When key="paused" at={webhook.pausedUntil} />]] as const)
          : []),
        [texts.headers, webhook.headerNames.join(', ') || record.nothing],
        [texts.ordering, words.duration(webhook.orderingTimeoutSeconds)],
        [record.created, <When key="created" at={webhook.createdAt} />],
        [record.updated, <When key="updated" at={webhook.updatedAt} />],
      ]}
    />
  );
}

/** Which events are sent, and what of them. */
function Selected(): ReactNode {
  const { eventTypes, subjectKinds, organizationId, excludeActorIds, selection } = useWebhook();
  const { webhooks: texts, record, kinds, ...words } = useWords();
  return (
    <>
      <Facts
        facts={[
          [texts.types, eventTypes.map(eventTypeName).join(', ') || texts.all],
          [texts.kinds, subjectKinds.map(words.label).join(', ') || texts.all],
          [kinds.Organization, organizationId ? <Who key="one" id={organizationId} label={null} /> : texts.all],
          [
            texts.excluded,
            excludeActorIds.length === 0
              ? record.nothing
              : excludeActorIds.map((id) => (
                  <div key={id}>
                    <Who id={id} label={null} />
                  </div>
                )),
          ],
          ...(selection ? [] : ([[texts.data, texts.wholeData]] as const)),
        ]}
      />
      {selection ? <Code label={texts.data}>{selection}</Code> : null}
    </>
  );
}
