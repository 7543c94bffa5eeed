import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { When } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import { useTexts } from './use-texts.ts';

const LedgerDocument = graphql(`
  query ExchangeLedger {
    exchangeLedger { mode gaps { from until cause atMost } }
  }
`);

/** The reasons for which the ledger is not complete, if it is not: exchanges that are not recorded, and gaps. */
export function LedgerState(): ReactNode {
  const texts = useTexts();
  const words = useWords();
  const mayRead = useMay()('exchanges:read', 'anywhere');
  const [{ data }] = useQuery({ query: LedgerDocument, pause: !mayRead });
  const ledger = data?.exchangeLedger;
  if (!ledger) return null;
  return (
    <>
      {ledger.mode === 'OFF' ? (
        <p className="notice" data-kind="warn" role="status">
          {texts.off}
        </p>
      ) : null}
      {ledger.gaps.length === 0 ? null : (
        <details>
          <summary>
            {texts.gaps}: {words.number(ledger.gaps.length)}
          </summary>
          <ul>
            {ledger.gaps.map(({ from, until, cause, atMost }, index) => (
              // Gaps of two processes can be of the same time.
              <li key={index}>
                {texts.causes[cause]}
                {atMost === null ? '' : ` (${texts.atMost(words.number(atMost))})`}: <When at={from} /> {texts.until}{' '}
                <When at={until} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
