import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { LatestTests } from '../../parts/tests/LatestTests.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { useWords } from '../../words/index.ts';
import { useConnector } from './connector.ts';

/** Sends a test message, and shows how earlier ones ended. */
export function ConnectorTest(): ReactNode {
  const { id, kind } = useConnector();
  const { connectors: texts, change } = useWords();
  const may = useMay();
  const mayTest = may('connectors:write');
  const [recipient, setRecipient] = useState('');
  return (
    <>
      <section className="card padded stack tight">
        <h2>{texts.tabs.test}</h2>
        <p className="soft">{texts.testText}</p>
        {mayTest ? (
          <div className="row">
            <TextInput
              aria-label={texts.recipients[kind]}
              placeholder={texts.recipients[kind]}
              value={recipient}
              onChange={({ currentTarget }) => setRecipient(currentTarget.value)}
              w={280}
            />
            <ChangeButton
              operation="testConnector"
              input={{ connectorId: id, ...(recipient === '' ? {} : { recipient }) }}
              variant="filled"
            >
              {texts.test}…
            </ChangeButton>
          </div>
        ) : (
          <p className="notice">{change.lacking('connectors:write')}</p>
        )}
      </section>
      {may('events:read') ? <Tests id={id} /> : null}
    </>
  );
}

const TestsDocument = graphql(`
  query ConnectorTests($id: ID!, $after: String) {
    page: events(
      first: 50, after: $after, filter: { subjectId: $id, types: [CONNECTOR_TESTED] }
      orderBy: { field: POSITION, direction: DESC }
    ) {
      nodes { id timestamp actor { kind recordId: id label } ... on ConnectorTestedEvent { failure } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

function Tests({ id }: { id: string }): ReactNode {
  const words = useWords();
  const { connectors: texts } = words;
  return (
    <LatestTests
      id={id}
      type="Connector.Tested"
      document={TestsDocument}
      title={texts.tests}
      empty={texts.noTests}
      show={(event) =>
        'failure' in event
          ? {
              isFailed: event.failure !== null,
              outcome: event.failure ? texts.failedAt(words.label(event.failure)) : texts.accepted,
              detail: (
                <>
                  {words.common.by} <Who id={event.actor.recordId} label={event.actor.label} />
                </>
              ),
            }
          : null
      }
    />
  );
}
