import type { ReactNode } from 'react';
import { Facts } from '../../parts/record/Facts.tsx';
import { When } from '../../parts/marks.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { type Connector, useConnector } from './connector.ts';

/** The settings of a connector without secrets, and whether it works. */
export function ConnectorSettings(): ReactNode {
  const words = useWords();
  const connector = useConnector();
  const { connectors: texts, record } = words;
  return (
    <div className="columns">
      <section className="card padded stack tight">
        <h2>{texts.settings}</h2>
        <Facts facts={settingsOf(connector, words)} />
      </section>
      <section className="card padded stack tight">
        <h2>{words.common.state}</h2>
        <Facts
          facts={[
            [texts.success, <When key="success" at={connector.lastSucceededAt} />],
            [texts.failure, <When key="failure" at={connector.lastFailedAt} />],
            [texts.error, connector.lastError ?? record.nothing],
            [record.created, <When key="created" at={connector.createdAt} />],
          ]}
        />
      </section>
    </div>
  );
}

/** Its settings by driver. Of secrets, the names alone can be read. */
function settingsOf({ kind, driver, smtp, http, secretNames }: Connector, words: Words): [string, ReactNode][] {
  const { connectors: texts, record, label } = words;
  const address = smtp ? `${smtp.host}:${smtp.port} · ${smtp.security}` : (http?.url ?? record.nothing);
  const sender = smtp ? `${smtp.senderName} <${smtp.senderAddress}>` : (http?.sender ?? record.nothing);
  return [
    [texts.kind, [kind, driver, ...(http?.preset ? [http.preset] : [])].map(label).join(' · ')],
    [texts.address, <code key="address">{address}</code>],
    [texts.sender, sender],
    [words.common.username, (smtp ?? http)?.username ?? record.nothing],
    [texts.secrets, secretNames.join(', ') || record.nothing],
  ];
}
