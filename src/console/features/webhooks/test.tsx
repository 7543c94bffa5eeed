import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/use-again-after-events.ts';
import { useEventTypes } from '../../data/use-event-types.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { StateMark, When } from '../../parts/marks.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import { useWords } from '../../words/index.ts';
import { useWebhook } from './webhook.ts';

/** Sends a test event of any type, and shows how earlier tests ended. */
export function WebhookTest(): ReactNode {
  const { id, eventTypes } = useWebhook();
  const { webhooks: texts, common, change } = useWords();
  const may = useMay();
  const mayTest = may('webhooks:write');
  const types = useEventTypes();
  const [chosen, choose] = useState<string | null>(null);
  const eventType = chosen ?? eventTypes[0] ?? types[0]?.value;
  return (
    <>
      <section className="card padded stack tight">
        <h2>{texts.testTitle}</h2>
        <p className="soft">{texts.testText}</p>
        {mayTest ? (
          <div className="row">
            <Select
              aria-label={common.type}
              data={types}
              value={eventType ?? null}
              onChange={choose}
              searchable
              allowDeselect={false}
              w={320}
            />
            <ChangeButton operation="testWebhook" input={{ webhookId: id, eventType }} variant="filled">
              {texts.test}…
            </ChangeButton>
          </div>
        ) : (
          <p className="notice">{change.lacking('webhooks:write')}</p>
        )}
      </section>
      {may('events:read') ? <LatestTests id={id} /> : null}
    </>
  );
}

const TestsDocument = graphql(`
  query WebhookTests($id: ID!, $after: String) {
    page: events(
      first: 50, after: $after, filter: { subjectId: $id, types: [WEBHOOK_TESTED] }
      orderBy: { field: POSITION, direction: DESC }
    ) {
      nodes { id timestamp ... on WebhookTestedEvent { eventType status failure } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

function LatestTests({ id }: { id: string }): ReactNode {
  const words = useWords();
  const { webhooks: texts } = words;
  const [{ data }, again] = useQuery({ query: TestsDocument, variables: { id } });
  useAgainAfterEvents(again, ({ subject, typeName }) => subject.id === id && typeName === 'Webhook.Tested');
  return (
    <RecordSection
      title={texts.tests}
      empty={texts.noTests}
      isSearchable={false}
      first={data?.page}
      document={TestsDocument}
      variables={{ id }}
    >
      {(event) =>
        'eventType' in event ? (
          <li key={event.id} className="row">
            <StateMark tone={event.failure ? 'bad' : 'good'}>
              {event.status ?? (event.failure ? words.label(event.failure) : '')}
            </StateMark>
            <code className="grow">{event.eventType}</code>
            <When at={event.timestamp} />
          </li>
        ) : null
      }
    </RecordSection>
  );
}
