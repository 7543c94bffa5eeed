import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useAttempts } from '../../data/attempts.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useEventTypeName } from '../../data/use-event-types.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { EventTypeName } from '../../parts/EventTypeName.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { EnabledMark, When } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { type RecordAction, RecordHeader } from '../../parts/RecordHeader.tsx';
import { Section } from '../../parts/Section.tsx';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { attemptText, DeliveryMark } from '../../parts/delivery-mark.tsx';

const WebhookDocument = graphql(`
  query Webhook($id: ID!) {
    webhook(id: $id) {
      id displayName version url isEnabled failingSince pausedUntil eventTypes headerNames publicKeys
      deliveryStats { delivered failed successRate }
      deliveries(first: 30, orderBy: { field: CREATED_AT, direction: DESC }) {
        nodes { id status eventType createdAt nextAttemptAt lastAttempt { number status error durationMs responseBody } }
      }
    }
  }
`);

/** A webhook: its health, its latest deliveries with what was answered, sending again. */
export function Webhook(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: WebhookDocument, variables: { id } });
  useAttempts(id, () => again({ requestPolicy: 'network-only' }));
  const typeName = useEventTypeName();
  const { webhooks: texts } = words;
  return (
    <RecordFrame record={data?.webhook} error={error} isLoading={fetching} again={again}>
      {(webhook) => (
        <article className="stack">
          <RecordHeader
            name={webhook.displayName}
            id={id}
            version={webhook.version}
            state={<EnabledMark isEnabled={webhook.isEnabled} isFailing={Boolean(webhook.failingSince)} />}
            actions={actionsOf(webhook, words)}
          />
          <div className="card padded">
            <Facts
              facts={[
                [texts.url, <code key="url">{webhook.url}</code>],
                [texts.day, texts.stats(webhook.deliveryStats.delivered, webhook.deliveryStats.failed)],
                [
                  texts.types,
                  webhook.eventTypes.length === 0 ? texts.all : webhook.eventTypes.map(typeName).join(', '),
                ],
              ]}
            />
          </div>
          <Deliveries webhook={webhook} />
        </article>
      )}
    </RecordFrame>
  );
}

type WebhookRecord = NonNullable<ResultOf<typeof WebhookDocument>['webhook']>;

function actionsOf(webhook: WebhookRecord, { webhooks: texts, users }: Words): RecordAction[] {
  const input = { webhookId: webhook.id };
  return [
    { title: texts.test, operation: 'testWebhook', input },
    { title: users.edit, operation: 'updateWebhook', input },
    {
      title: webhook.isEnabled ? texts.disable : texts.enable,
      operation: 'setWebhookEnabled',
      input: { ...input, isEnabled: !webhook.isEnabled },
    },
    { title: texts.resendFailed, operation: 'redeliverFailedSince', input },
    { title: texts.resendMissing, operation: 'redeliverMissingSince', input },
    { title: texts.backfill, operation: 'backfillWebhook', input },
    { title: texts.rotate, operation: 'rotateWebhookSecret', input },
    { title: users.delete, operation: 'deleteWebhook', input, isDangerous: true },
  ];
}

function Deliveries({ webhook }: { webhook: WebhookRecord }): ReactNode {
  const words = useWords();
  const { webhooks: texts } = words;
  return (
    <Section
      title={words.navigation.deliveries}
      empty={webhook.deliveries?.nodes.length === 0 && texts.none}
      action={
        <LinkButton to="/deliveries" search={{ where: { webhookId: webhook.id } }}>
          {texts.allDeliveries}
        </LinkButton>
      }
    >
      {webhook.deliveries?.nodes.map(({ id: deliveryId, status, eventType, createdAt, lastAttempt }) => (
        <li key={deliveryId} className="delivery-row">
          <DeliveryMark status={status} />
          <Link to={`/deliveries/${deliveryId}`}>
            <EventTypeName type={eventType} />
          </Link>
          <When at={createdAt} />
          <span className="soft">{attemptText(lastAttempt, words)}</span>
          <ChangeButton operation="redeliverDelivery" input={{ deliveryId }}>
            {texts.resend}…
          </ChangeButton>
        </li>
      ))}
    </Section>
  );
}
