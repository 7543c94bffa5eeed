import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { EnabledMark } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import type { RecordAction } from '../../parts/record/RecordHeader.tsx';
import { TabbedRecord } from '../../parts/record/TabbedRecord.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { type Connector, ConnectorContext, ConnectorDocument } from './connector.ts';

/** A connector: the frame of all tabs. */
export function ConnectorPage(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: ConnectorDocument, variables: { id } });
  const { tabs } = words.connectors;
  return (
    <RecordFrame record={data?.connector} error={error} isLoading={fetching} again={again}>
      {(connector) => (
        <ConnectorContext value={connector}>
          <TabbedRecord
            name={connector.displayName}
            id={id}
            version={connector.version}
            state={<EnabledMark isEnabled={connector.isEnabled} isFailing={Boolean(connector.lastError)} />}
            actions={actionsOf(connector, words)}
            path={`/connectors/${id}`}
            tabs={[
              { path: '', title: tabs.settings },
              { path: '/test', title: tabs.test },
              { path: '/messages', title: words.messages.title, permissions: ['users:read'] },
              { path: '/events', title: words.record.events, permissions: ['events:read'] },
            ]}
          />
        </ConnectorContext>
      )}
    </RecordFrame>
  );
}

function actionsOf({ id, isEnabled }: Connector, { connectors, common }: Words): RecordAction[] {
  const input = { connectorId: id };
  return [
    { title: connectors.test, operation: 'testConnector', input },
    { title: common.edit, operation: 'updateConnector', input },
    {
      title: isEnabled ? common.disable : common.enable,
      operation: 'setConnectorEnabled',
      input: { ...input, isEnabled: !isEnabled },
    },
    { title: common.delete, operation: 'deleteConnector', input, isDangerous: true },
  ];
}
