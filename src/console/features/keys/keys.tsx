import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Records } from '../../parts/record/Records.tsx';
import { Id, StateMark, When } from '../../parts/marks.tsx';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { useTexts } from './use-texts.ts';
import { KeyTimeLine, toneOf } from './key-time-line.tsx';
import { useWords } from '../../words/index.ts';
import { PageHeading } from '../../parts/PageHeading.tsx';

const KeysDocument = graphql(`
  query SigningKeys($after: String) {
    page: signingKeys(first: 50, after: $after) {
      nodes { id algorithm state createdAt signsFrom publishedUntil }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** The signing keys: which signs now, which comes next, until when the others are published. */
export function Keys(): ReactNode {
  const words = useWords();
  const [{ data, error }, again] = useQuery({ query: KeysDocument });
  useAgainAfterEvents(again, ({ subject }) => subject.kind === 'SIGNING_KEY');
  const texts = useTexts();
  if (!data?.page) return error ? <Fault error={error} again={again} /> : <Loading />;
  return (
    <section className="stack">
      <header className="row">
        <PageHeading title={words.navigation.keys} grows />
        <ChangeButton operation="rotateSigningKeys">{texts.rotate}…</ChangeButton>
      </header>
      <KeyTimeLine keys={data.page.nodes} />
      <ul className="plain-list card padded stack tight" aria-label={words.navigation.keys}>
        <Records first={data.page} document={KeysDocument} variables={{}}>
          {({ id, algorithm, state, signsFrom, publishedUntil }) => (
            <li key={id} className="row">
              <StateMark tone={toneOf(state)}>{texts.states[state]}</StateMark>
              <strong>{algorithm}</strong>
              <Id id={id} />
              <span className="soft grow">
                {texts.signsFrom} <When at={signsFrom} />
                {publishedUntil ? (
                  <>
                    {' · '}
                    {texts.until} <When at={publishedUntil} />
                  </>
                ) : null}
              </span>
              <ChangeButton operation="retireSigningKey" input={{ signingKeyId: id }} variant="subtle" of={id}>
                {texts.retire}…
              </ChangeButton>
            </li>
          )}
        </Records>
      </ul>
    </section>
  );
}
