import { type ReactNode, Suspense } from 'react';
import { useQuery } from 'urql';
import type { OperationName } from '../../../data/needs.ts';
import { graphql } from '../../../data/graphql.ts';
import type { Operation } from '../../../data/operation.ts';
import { requestedScopes } from '../../../data/address.ts';
import { useAddress } from '../../../data/use-address.ts';
import { useMay } from '../../../data/viewer.ts';
import { useExchangeReasons } from '../../../words/exchange-reasons/reasons.ts';
import { useWords } from '../../../words/index.ts';
import { Who } from '../../identity/Who.tsx';
import type { AccessChange, AccessChanges, Exchange, Grant } from './access.ts';
import { mostHolders } from './holders.ts';
import { comparedBy, useAccessChanges } from './use-access-changes.ts';
import type { Change } from '../use-change.ts';
import { gapsText } from '../use-problems.ts';

const IndicatorDocument = graphql(`query ExplainedResource($id: ID!) { apiResource(id: $id) { id indicator } }`);

interface Props {
  name: OperationName;
  operation: Operation;
  change: Change;
}

/** The access that a change gives and takes, by its dry run. */
export function Access(props: Props): ReactNode {
  const words = useWords();
  const may = useMay();
  const missing = comparedBy.filter((permission) => !may(permission));
  if (missing.length > 0) return <p className="soft">{words.refused(missing)}</p>;
  const { isRunning, outcome } = props.change.dryRun;
  if (isRunning) return <Waiting />;
  if (!outcome) return <p className="soft">{gapsText(words, props.change)}</p>;
  return outcome.error ? null : <Compared {...props} />;
}

const Waiting = (): ReactNode => (
  <p className="soft" aria-busy="true">
    {useWords().change.trying}
  </p>
);

function Compared(props: Props): ReactNode {
  const { access: texts } = useWords().change;
  const changes = useAccessChanges({ ...props, exchange: useExchange() });
  if (changes === undefined) return <Waiting />;
  if (changes === null) return <p className="soft">{texts.unknown}</p>;
  const { holders, haveMore } = changes;
  const count = (of: 'gained' | 'lost'): number => holders.reduce((sum, holder) => sum + holder[of].length, 0);
  return (
    <div className="stack tight" aria-live="polite">
      <strong>{texts.summary(count('gained'), count('lost'))}</strong>
      {haveMore ? <span className="soft">{texts.more(mostHolders)}</span> : null}
      <Suspense>{changes.exchange ? <ExchangeChange exchange={changes.exchange} /> : null}</Suspense>
      <ul className="plain-list stack tight">
        {holders.map((holder) => (
          <Holder key={holder.id} holder={holder} />
        ))}
      </ul>
    </div>
  );
}

function Holder({ holder: { id, name, gained, lost } }: { holder: AccessChange }): ReactNode {
  const { access: texts } = useWords().change;
  return (
    <li>
      <Who id={id} label={name} />{' '}
      {gained.length + lost.length === 0 ? <span className="soft">{texts.same}</span> : null}
      <Grants grants={gained} sign="+" tone="good" word={texts.gained} />
      <Grants grants={lost} sign="−" tone="bad" word={texts.lost} />
    </li>
  );
}

interface GrantsProps {
  grants: readonly Grant[];
  sign: string;
  tone: 'good' | 'bad';
  word: string;
}

function Grants({ grants, sign, tone, word }: GrantsProps): ReactNode {
  const { access: texts } = useWords().change;
  return grants.map(({ resource, scope, organization }) => (
    <span key={`${resource} ${scope} ${organization}`} className={`${tone} block`}>
      {sign} <span className="visually-hidden">{word}</span> <code>{scope}</code>{' '}
      <span className="soft">
        {resource} {organization === null ? null : texts.within(organization)}
      </span>
    </span>
  ));
}

/** The exchange that the page behind the dialog explains. */
function useExchange(): Exchange | null {
  const { app, user, resource, org, scopes } = useAddress();
  const isComplete = Boolean(app && user && resource);
  const [{ data }] = useQuery({ query: IndicatorDocument, variables: { id: resource ?? '' }, pause: !isComplete });
  const indicator = data?.apiResource?.indicator;
  if (!app || !user || !indicator) return null;
  return {
    applicationId: app,
    userId: user,
    resource: indicator,
    ...(org ? { organizationId: org } : {}),
    ...requestedScopes(scopes),
  };
}

function ExchangeChange({ exchange }: { exchange: NonNullable<AccessChanges['exchange']> }): ReactNode {
  const { change, exchange: texts } = useWords();
  const reasonOf = useExchangeReasons();
  const text = ({ isGranted, scope, reason, errorDescription }: (typeof exchange)['now']): string => {
    if (!isGranted) return `✗ ${texts.refused} ${reasonOf({ reason, description: errorDescription })}`;
    return scope ? `✓ ${texts.granted} ${scope}` : `◷ ${texts.withoutScope} scope: ""`;
  };
  return (
    <dl className="facts">
      <div>
        <dt>{change.access.now}</dt>
        <dd>{text(exchange.now)}</dd>
      </div>
      <div>
        <dt>{change.access.later}</dt>
        <dd>{text(exchange.later)}</dd>
      </div>
    </dl>
  );
}
