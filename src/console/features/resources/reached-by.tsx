import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { mostEdges } from '../../../vocabulary/exchanges/exchange-limits.ts';
import { beginOfDays, refusalsOf } from '../../data/exchange-use.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import type { Recognizable } from '../../data/records/recognition.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { useMay } from '../../data/viewer.ts';
import { rulesPage } from '../../parts/exchange-rules/pages.ts';
import { completenessOf } from '../../parts/exchange-rules/completeness.ts';
import { Incomplete } from '../../parts/exchange-rules/Incomplete.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Identity } from '../../parts/identity/Identity.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import type { Column } from '../../parts/list/definition.ts';
import { Rows } from '../../parts/list/Rows.tsx';
import { clipped } from '../../parts/list/columns.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { StateMark, When } from '../../parts/marks.tsx';
import { useExchangeReasons } from '../../words/exchange-reasons/reasons.ts';
import { useWords } from '../../words/index.ts';
import type { Texts } from './page-texts/en.ts';
import { useResource } from './resource.ts';
import { usePageTexts } from './use-page-texts.ts';

const ReachedByDocument = graphql(`
  query ReachedBy($id: ID!, $since: DateTime!, $used: Boolean!) {
    apiResource(id: $id) {
      id createdAt
      exchangeUse(since: $since) @include(if: $used) {
        applicationId granted refused scopes lastAt
        refusals { reason description count }
        application { id displayName exchangePolicy { targets { apiResourceId scopes } } }
      }
      scopes(first: 100) { nodes { id name } pageInfo { hasNextPage } }
    }
    exchangeLedger @include(if: $used) { mode retentionDays recordedSince gaps { until } }
    named: applications(first: 100, filter: { targetResourceId: $id }) {
      nodes { id displayName exchangePolicy { targets { apiResourceId scopes } } }
      pageInfo { hasNextPage }
    }
  }
`);

type Answer = ResultOf<typeof ReachedByDocument>;
type Use = NonNullable<NonNullable<Answer['apiResource']>['exchangeUse']>[number];

/** An application that reaches the API resource, or may by its rules. */
interface Reaching {
  id: string;
  /** Its name is the id if it is deleted. */
  application: Recognizable;
  /** Null for one that has exchanged nothing for it. */
  use: Use | null;
  /** Null if its rules are not read. */
  rule: 'every' | 'named' | 'unused' | 'unnamed' | 'scopeless' | null;
}

type Policy = NonNullable<NonNullable<Use['application']>['exchangePolicy']>;

/** Whether rules name scopes of the API resource, of which it has none. Of more than a page of scopes it is unknown. */
function isScopeless(policy: Policy | null | undefined, { apiResource }: Answer): boolean {
  const target = policy?.targets?.find(({ apiResourceId }) => apiResourceId === apiResource?.id);
  const scopes = apiResource?.scopes;
  if (!target || !scopes || scopes.pageInfo.hasNextPage || target.scopes.length === 0) return false;
  return !scopes.nodes.some(({ name }) => target.scopes.includes(name));
}

/** Whether the rules of an application that has exchanged for an API resource allow that. */
function ruleOf({ application }: Use, apiResourceId: string, answer: Answer): Reaching['rule'] {
  const policy = application?.exchangePolicy;
  if (!policy) return null;
  if (isScopeless(policy, answer)) return 'scopeless';
  if (policy.targets === null) return 'every';
  return policy.targets.some((target) => target.apiResourceId === apiResourceId) ? 'named' : 'unnamed';
}

/** The applications that have exchanged for it, the most used first, before those that only may by their rules. */
function reachingOf(answer: Answer, id: string): Reaching[] {
  const { apiResource, named } = answer;
  const uses = apiResource?.exchangeUse;
  const usedIds = new Set(uses?.map(({ applicationId }) => applicationId));
  const isWhole = uses !== undefined && uses !== null && uses.length < mostEdges;
  return [
    ...(uses ?? []).map((use) => ({
      id: use.applicationId,
      application: use.application ?? { id: use.applicationId, displayName: use.applicationId },
      use,
      rule: ruleOf(use, id, answer),
    })),
    ...(named?.nodes ?? [])
      .filter((application) => !usedIds.has(application.id))
      .map(
        (application): Reaching => ({
          id: application.id,
          application,
          use: null,
          rule: isScopeless(application.exchangePolicy, answer) ? 'scopeless' : isWhole ? 'unused' : 'named',
        }),
      ),
  ];
}

/** The columns for a viewer who may not read exchanges. */
const unusedColumns = new Set(['application', 'rules']);

const toneOf = { every: 'soft', named: 'good', unused: 'warn', unnamed: 'soft', scopeless: 'warn' } as const;

const columnsOf = (texts: Texts): readonly Column<Reaching>[] => [
  {
    key: 'application',
    title: (words) => words.kinds.Application,
    show: ({ application }) => (
      <Link {...rulesPage(application.id)} className="record-link">
        <Identity record={application} />
      </Link>
    ),
    role: 'name',
  },
  { key: 'granted', title: () => texts.granted, show: ({ use }, words) => words.number(use?.granted ?? 0) },
  {
    key: 'refused',
    title: () => texts.refused,
    show: ({ use }, { record }) => (use && use.refused > 0 ? <Refused use={use} /> : record.nothing),
  },
  {
    key: 'scopes',
    title: () => texts.scopes,
    show: ({ use }, { record }) =>
      use && use.scopes.length > 0 ? clipped(use.scopes.join(' '), use.scopes.join('\n')) : record.nothing,
  },
  {
    key: 'last',
    title: () => texts.last,
    show: ({ use }, { record }) => (use ? <When at={use.lastAt} /> : record.nothing),
    role: 'minor',
  },
  {
    key: 'rules',
    title: () => texts.rules,
    show: ({ rule }, { record }) =>
      rule === null ? record.nothing : <StateMark tone={toneOf[rule]}>{texts.rule[rule]}</StateMark>,
    role: 'state',
  },
];

function Refused({ use }: { use: Use }): ReactNode {
  const words = useWords();
  const reasons = refusalsOf([use]).map(useExchangeReasons());
  return (
    <span className="bad brief" title={reasons.join('\n')}>
      {words.number(use.refused)}: {reasons[0]}
    </span>
  );
}

/** The applications that exchanged tokens for the API resource in 30 days, and those that may by their rules. */
export function ReachedBy(): ReactNode {
  const texts = usePageTexts();
  const { navigation } = useWords();
  const may = useMay();
  const { id } = useResource();
  const used = may('exchanges:read');
  const variables = { id, used, since: useMemo(() => beginOfDays(30), []) };
  const [{ data, error }, again] = useQuery({ query: ReachedByDocument, variables });
  useAgainAfterEvents(again, ({ typeName }) => typeName === 'Application.ExchangePolicy.Updated');
  const list = useMemo(
    () => ({
      title: () => texts.reached,
      columns: columnsOf(texts).filter(({ key }) => used || unusedColumns.has(key)),
      nameOf: ({ id: one }: Reaching) => one,
    }),
    [texts, used],
  );
  if (!data) return error ? <Fault error={error} again={again} /> : <Loading lines={4} />;
  const reaching = reachingOf(data, id);
  const uses = data.apiResource?.exchangeUse;
  const ledger = data.exchangeLedger;
  return (
    <section className="card stack tight" aria-labelledby="reached-by">
      <div className="padded stack tight">
        <div className="row">
          <h2 id="reached-by" className="grow">
            {texts.reached}
          </h2>
          <LinkButton to="/explain" search={{ resource: id }}>
            {navigation.explain}
          </LinkButton>
          <LinkButton to="/exchanges" search={{ where: { apiResourceId: id } }}>
            {texts.exchanges}
          </LinkButton>
        </div>
        <p className="soft">
          {textOf(texts, data, reaching)}{' '}
          <Link to="/applications" search={{ where: { tokenExchangeAllowed: true } }}>
            {texts.mayAll}
          </Link>
        </p>
        {uses ? null : <p className="soft">{texts.unread}</p>}
        {data.named ? null : <p className="soft">{texts.unreadRules}</p>}
        {uses && ledger ? (
          <Incomplete
            use={{
              ...completenessOf(ledger, variables.since, data.apiResource?.createdAt),
              isCut: uses.length >= mostEdges,
              hasDeleted: false,
            }}
          />
        ) : null}
      </div>
      {reaching.length > 0 ? <Rows list={list} rows={reaching} /> : null}
      {data.named?.pageInfo.hasNextPage ? <p className="soft padded">{texts.more}</p> : null}
    </section>
  );
}

/** The text about the rows; if there are none, it states that only of what was read. */
function textOf(texts: Texts, { apiResource, named }: Answer, rows: readonly Reaching[]): string {
  const { both, used, rules } = rows.length === 0 ? texts.none : texts.some;
  if (!apiResource?.exchangeUse) return named ? rules : '';
  return named ? both : used;
}
