import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { useMay } from '../../data/viewer.ts';
import { Facts } from '../../parts/Facts.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { EnabledMark, When } from '../../parts/marks.tsx';
import { RecordEvents } from '../../parts/RecordEvents.tsx';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { type RecordAction, RecordHeader } from '../../parts/RecordHeader.tsx';
import { RecordSection } from '../../parts/Records.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { MessageMark } from './message-mark.tsx';

const ConnectorDocument = graphql(`
  query Connector($id: ID!) {
    connector(id: $id) {
      id displayName version kind driver isEnabled lastSucceededAt lastFailedAt lastError secretNames createdAt
      smtp { host port security senderAddress senderName username }
      http { url format preset sender username }
    }
  }
`);

const MessagesDocument = graphql(`
  query ConnectorMessages($id: ID!, $after: String) {
    page: messages(first: 50, after: $after, filter: { connectorId: $id }) {
      nodes { id recipient template state lastError createdAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type ConnectorRecord = NonNullable<ResultOf<typeof ConnectorDocument>['connector']>;

/** A connector: its settings without secrets, whether it works, and the messages that it sends. */
export function ConnectorPage(): ReactNode {
  const words = useWords();
  const may = useMay();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: ConnectorDocument, variables: { id } });
  const { connectors: texts } = words;
  return (
    <RecordFrame record={data?.connector} error={error} isLoading={fetching} again={again}>
      {(connector) => (
        <article className="stack">
          <RecordHeader
            name={connector.displayName}
            id={id}
            version={connector.version}
            state={<EnabledMark isEnabled={connector.isEnabled} isFailing={Boolean(connector.lastError)} />}
            actions={actionsOf(connector, words)}
          />
          <div className="columns">
            <section className="card padded stack tight">
              <h2>{texts.settings}</h2>
              <Facts facts={settingsOf(connector, words)} />
            </section>
            <section className="card padded stack tight">
              <h2>{words.users.state}</h2>
              <Facts
                facts={[
                  [texts.success, <When key="success" at={connector.lastSucceededAt} />],
                  [texts.failure, <When key="failure" at={connector.lastFailedAt} />],
                  [texts.error, connector.lastError ?? words.record.nothing],
                  [words.record.created, <When key="created" at={connector.createdAt} />],
                ]}
              />
            </section>
          </div>
          {may('users:read') ? <Messages id={id} /> : null}
          {may('events:read') ? (
            <section className="stack tight">
              <h2>{words.record.events}</h2>
              <RecordEvents id={id} />
            </section>
          ) : null}
        </article>
      )}
    </RecordFrame>
  );
}

function actionsOf({ id, isEnabled }: ConnectorRecord, { connectors, users, webhooks }: Words): RecordAction[] {
  const input = { connectorId: id };
  return [
    { title: connectors.test, operation: 'testConnector', input },
    { title: users.edit, operation: 'updateConnector', input },
    {
      title: isEnabled ? webhooks.disable : webhooks.enable,
      operation: 'setConnectorEnabled',
      input: { ...input, isEnabled: !isEnabled },
    },
    { title: users.delete, operation: 'deleteConnector', input, isDangerous: true },
  ];
}

/** Its settings by driver. Of secrets, the names alone can be read. */
function settingsOf({ kind, driver, smtp, http, secretNames }: ConnectorRecord, words: Words): [string, ReactNode][] {
  const { connectors: texts, record, label } = words;
  const address = smtp ? `${smtp.host}:${smtp.port} · ${smtp.security}` : (http?.url ?? record.nothing);
  const sender = smtp ? `${smtp.senderName} <${smtp.senderAddress}>` : (http?.sender ?? record.nothing);
  return [
    [texts.kind, [kind, driver, ...(http?.preset ? [http.preset] : [])].map(label).join(' · ')],
    [texts.address, <code key="address">{address}</code>],
    [texts.sender, sender],
    [words.users.username, (smtp ?? http)?.username ?? record.nothing],
    [texts.secrets, secretNames.join(', ') || record.nothing],
  ];
}

function Messages({ id }: { id: string }): ReactNode {
  const words = useWords();
  const { connectors: texts } = words;
  const [{ data }] = useQuery({ query: MessagesDocument, variables: { id } });
  return (
    <RecordSection
      title={texts.sent}
      action={
        <LinkButton to="/messages" search={{ where: { connectorId: id } }}>
          {words.messages.title}
        </LinkButton>
      }
      empty={texts.notSent}
      isSearchable={false}
      first={data?.page}
      document={MessagesDocument}
      variables={{ id }}
    >
      {({ id: messageId, recipient, template, state, lastError, createdAt }) => (
        <li key={messageId} className="row">
          <MessageMark state={state} />
          <span className="grow">
            {recipient} · {words.label(template)} {lastError ? <span className="soft">{lastError}</span> : null}
          </span>
          <When at={createdAt} />
        </li>
      )}
    </RecordSection>
  );
}
