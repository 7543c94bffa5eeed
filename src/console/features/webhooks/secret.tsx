import type { ReactNode } from 'react';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Copy } from '../../parts/marks.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { Snippets } from '../../parts/code/Snippets.tsx';
import { useWords } from '../../words/index.ts';
import { receiverSnippets } from './receiver-snippets.ts';
import { usePageTexts } from './use-page-texts.ts';
import { useWebhook } from './webhook.ts';

/** The secret, which is never shown again, the public keys, and code with which a receiver verifies messages. */
export function WebhookSecret(): ReactNode {
  const { id, publicKeys } = useWebhook();
  const { webhooks: texts } = useWords();
  const pageTexts = usePageTexts();
  const button = changesOf({ webhookId: id });
  return (
    <>
      <section className="card padded stack tight">
        <div className="row">
          <h2 className="grow">{texts.tabs.secret}</h2>
          {button(texts.rotate, 'rotateWebhookSecret')}
        </div>
        <p className="soft">{pageTexts.secretText}</p>
      </section>
      <Section
        title={pageTexts.publicKeys}
        action={
          publicKeys.length === 0 ? button(pageTexts.addKeyPair, 'rotateWebhookSecret', { hasKeyPair: true }) : null
        }
        empty={publicKeys.length === 0 && pageTexts.noPublicKeys}
      >
        {publicKeys.map((key) => (
          <li key={key} className="row tight">
            <code>{key}</code>
            <Copy text={key} />
          </li>
        ))}
      </Section>
      <section className="card padded stack tight">
        <h2>{pageTexts.receiver}</h2>
        <p className="soft">{pageTexts.receiverText}</p>
        <Snippets label={pageTexts.receiver} snippets={receiverSnippets} />
      </section>
    </>
  );
}
