import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { graphql } from '../../data/graphql.ts';
import { useEventTypes } from '../../data/feed/use-event-types.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { LatestTests } from '../../parts/tests/LatestTests.tsx';
import { useWords } from '../../words/index.ts';
import { usePageTexts } from './use-page-texts.ts';
import { useWebhook } from './webhook.ts';

/** Sends a test event of any type, and shows how earlier tests ended. */
export function WebhookTest(): ReactNode {
  const { id, eventTypes } = useWebhook();
  const { webhooks: texts, common, change } = useWords();
  const pageTexts = usePageTexts();
  const may = useMay();
  const mayTest = may('webhooks:write');
  const types = useEventTypes();
  const [chosen, choose] = useState<string | null>(null);
  const eventType = chosen ?? eventTypes[0] ?? types[0]?.value;
  return (
    <>
      <section className="card padded stack tight">
        <h2>{pageTexts.testTitle}</h2>
        <p className="soft">{pageTexts.testText}</p>
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
      {may('events:read') ? <Tests id={id} /> : null}
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

function Tests({ id }: { id: string }): ReactNode {
  const words = useWords();
  const pageTexts = usePageTexts();
  return (
    <LatestTests
      id={id}
      type="Webhook.Tested"
      document={TestsDocument}
      title={pageTexts.tests}
      empty={pageTexts.noTests}
      show={(event) =>
        'eventType' in event
          ? {
              isFailed: event.failure !== null,
              outcome: event.status ?? (event.failure ? words.label(event.failure) : ''),
              detail: <code>{event.eventType}</code>,
            }
          : null
      }
    />
  );
}
