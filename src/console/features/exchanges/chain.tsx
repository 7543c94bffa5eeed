import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { When } from '../../parts/marks.tsx';
import { pathOfExchange } from '../../parts/record/record-id.ts';
import { Section } from '../../parts/record/Section.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import type { Exchange, Link as ChainLink } from './exchange.ts';
import { OutcomeMark } from './outcome-mark.tsx';
import { useTexts } from './use-texts.ts';
import { ReachedApi } from './parties.tsx';

/** Links of a chain that are read at most. */
const most = 100;

/** The chain of an exchange as a tree: below each exchange those of the token that it has issued. */
export function Chain({ exchange: { id, transactionId, transaction } }: { exchange: Exchange }): ReactNode {
  const texts = useTexts();
  const present = new Set(transaction.map((link) => link.id));
  // The beginning of a long chain may be missing.
  const roots = transaction.filter(({ parentId }) => parentId === null || !present.has(parentId));
  return (
    <Section
      title={texts.chain}
      action={
        <Link to="/exchanges" search={{ where: { transactionId } }}>
          {texts.wholeChain}
        </Link>
      }
    >
      <li className="soft">{transaction.length === most ? texts.chainIsLong : texts.chainText}</li>
      {roots.toReversed().map((root) => (
        <Branch key={root.id} link={root} among={transaction} shownId={id} />
      ))}
    </Section>
  );
}

interface BranchProps {
  link: ChainLink;
  among: readonly ChainLink[];
  /** The exchange whose page it is. */
  shownId: string;
}

function Branch({ link, among, shownId }: BranchProps): ReactNode {
  const children = among.filter(({ parentId }) => parentId === link.id).toReversed();
  const when = <When at={link.at} />;
  return (
    <li className="stack tight">
      <span className="row tight" aria-current={link.id === shownId ? 'true' : undefined}>
        {link.id === shownId ? <strong>{when}</strong> : <Link to={pathOfExchange(link.id)}>{when}</Link>}
        <Who id={link.applicationId} label={null} />
        <span aria-hidden="true">→</span>
        <ReachedApi exchange={link} />
        <OutcomeMark exchange={link} />
      </span>
      {children.length === 0 ? null : (
        <ul className="plain-list stack tight indented">
          {children.map((child) => (
            <Branch key={child.id} link={child} among={among} shownId={shownId} />
          ))}
        </ul>
      )}
    </li>
  );
}
