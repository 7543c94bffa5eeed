import { type ReactNode, useMemo } from 'react';
import { RecordList } from '../../parts/list/RecordList.tsx';
import type { Words } from '../../words/index.ts';
import { useConnector } from './connector.ts';
import { messages } from './message-list.tsx';

/** The messages that a connector has sent, or must send. */
export function ConnectorMessages(): ReactNode {
  const { id: connectorId } = useConnector();
  const list = useMemo(
    () => ({
      ...messages,
      empty: (words: Words) => words.connectors.notSent,
      filters: messages.filters.filter(({ key }) => key !== 'connectorId' && key !== 'channel'),
      within: { connectorId },
    }),
    [connectorId],
  );
  return <RecordList list={list} />;
}
