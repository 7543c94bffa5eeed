import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import type { ExchangeReason } from '../../../vocabulary/exchanges/exchange-reasons.ts';
import type { Search } from '../../data/address.ts';
import { useTimeZone } from '../../data/preferences/time-zone.ts';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { useMay } from '../../data/viewer.ts';
import { rulesPage } from '../../parts/exchange-rules/pages.ts';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { When } from '../../parts/marks.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { NotFound } from '../../parts/record/NotFound.tsx';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import { RecordHeader } from '../../parts/record/RecordHeader.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { useExchangeReasons } from '../../words/exchange-reasons/reasons.ts';
import { useWords } from '../../words/index.ts';
import { Chain } from './chain.tsx';
import { type Exchange, ExchangeDocument, leftOutOf } from './exchange.ts';
import { OutcomeMark } from './outcome-mark.tsx';
import { ActedForWhom, ReachedApi } from './parties.tsx';
import { useTexts } from './use-texts.ts';

/** An exchange: who acted for whom, what was granted or why not, and the chain that it is part of. */
export function ExchangePage(): ReactNode {
  const id = useRecordId();
  const texts = useTexts();
  const [{ data, error, fetching }, again] = useQuery({ query: ExchangeDocument, variables: { id } });
  if (data && !data.exchange && !error) return <NotFound text={texts.unknown} />;
  return (
    <RecordFrame record={data?.exchange} error={error} isLoading={fetching} again={again}>
      {(exchange) => (
        <article className="stack">
          <ExchangeHeader exchange={exchange} />
          <Parties exchange={exchange} />
          <Decision exchange={exchange} />
          <Chain exchange={exchange} />
        </article>
      )}
    </RecordFrame>
  );
}

function ExchangeHeader({ exchange }: { exchange: Exchange }): ReactNode {
  const texts = useTexts();
  const { locale } = useWords();
  const name = `${texts.title} · ${new Date(exchange.at).toLocaleString(locale, { timeZone: useTimeZone() })}`;
  return <RecordHeader name={name} id={exchange.id} state={<OutcomeMark exchange={exchange} />} />;
}

function Parties({ exchange }: { exchange: Exchange }): ReactNode {
  const texts = useTexts();
  const { at, userId, impersonatorId, applicationId, subjectApplicationId, organizationId, actorIds } = exchange;
  return (
    <section className="card padded stack tight">
      <Facts
        facts={[
          [texts.at, <When key="at" at={at} />],
          [texts.forPerson, <ActedForWhom key="for" userId={userId} />],
          ...(impersonatorId === null
            ? []
            : [[texts.impersonator, <Who key="impersonator" id={impersonatorId} label={null} />] as const]),
          [texts.by, <Who key="by" id={applicationId} label={null} />],
          [texts.api, <ReachedApi key="api" exchange={exchange} />],
          ...(subjectApplicationId === null
            ? []
            : [[texts.from, <Who key="from" id={subjectApplicationId} label={null} />] as const]),
          ...(organizationId === null
            ? []
            : [[texts.organization, <Who key="in" id={organizationId} label={null} />] as const]),
          [
            texts.actors,
            actorIds.map((id, index) => (
              // The same application can act twice.
              <span key={index}>
                {index > 0 ? ' ← ' : ''}
                <Who id={id} label={null} />
              </span>
            )),
          ],
        ]}
      />
    </section>
  );
}

/** Why the rules of the application refuse an exchange. */
const reasonsOfRules: ReadonlySet<ExchangeReason> = new Set<ExchangeReason>([
  'TARGET_NOT_ALLOWED',
  'SCOPE_NOT_ALLOWED',
  'AUDIENCE_NOT_SERVED',
  'WIDER_THAN_SUBJECT',
  'ORGANIZATION_REQUIRED',
  'ORGANIZATION_NOT_ALLOWED',
  'AUTHENTICATION_TOO_OLD',
  'AUTHENTICATION_TOO_WEAK',
]);

function Decision({ exchange }: { exchange: Exchange }): ReactNode {
  const texts = useTexts();
  const { requestedScopes, grantedScopes, error, description, position, traceId } = exchange;
  const { applicationId, userId, apiResourceId, organizationId } = exchange;
  const mayReadEvents = useMay()('events:read');
  const reasonOf = useExchangeReasons();
  const leftOut = leftOutOf(exchange);
  // A request that was refused before its token was read may have named scopes.
  const wasRead = grantedScopes !== null || userId !== null;
  const search: Search = {
    app: applicationId,
    ...(userId === null ? {} : { user: userId }),
    ...(apiResourceId === null ? {} : { resource: apiResourceId }),
    ...(organizationId === null ? {} : { org: organizationId }),
    ...(requestedScopes === null ? {} : { scopes: requestedScopes.join(' ') }),
  };
  return (
    <section className="card padded stack tight">
      <Facts
        facts={[
          [
            texts.requested,
            requestedScopes === null ? wasRead ? texts.all : texts.notRead : <Scopes names={requestedScopes} />,
          ],
          ...(grantedScopes === null
            ? ([
                [texts.why, reasonOf(exchange)],
                [texts.answer, <code key="error">{`${error}: ${description}`}</code>],
              ] as const)
            : ([[texts.scopes, <Scopes key="granted" names={grantedScopes} />]] as const)),
          ...(leftOut.length === 0 ? [] : [[texts.leftOut, <Scopes key="left-out" names={leftOut} />] as const]),
          ...(position === null ? [] : [[texts.decidedAt, String(position)] as const]),
          ...(traceId === null
            ? []
            : [
                [
                  texts.trace,
                  mayReadEvents ? (
                    <Link key="trace" to="/events" search={{ where: { traceId } }}>
                      <code>{traceId}</code>
                    </Link>
                  ) : (
                    <code key="trace">{traceId}</code>
                  ),
                ] as const,
              ]),
        ]}
      />
      <div className="row">
        <LinkButton to="/explain" search={search}>
          {leftOut.length === 0 ? texts.explain : texts.whyNot(leftOut)}
        </LinkButton>
        {exchange.reason !== null && reasonsOfRules.has(exchange.reason) ? (
          <LinkButton {...rulesPage(applicationId)}>{texts.rules}</LinkButton>
        ) : null}
      </div>
    </section>
  );
}

const Scopes = ({ names }: { names: readonly string[] }): ReactNode => {
  const { none } = useTexts();
  return names.length === 0 ? none : names.map((name) => <code key={name}>{name} </code>);
};
