import { useMemo } from 'react';
import { useQuery } from 'urql';
import type { Search } from '../../data/address.ts';
import { latestQuestions } from '../../data/explanations.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import type { OperationName } from '../../data/needs.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { useMay, useMayRun, useViewer } from '../../data/viewer.ts';
import { useHasExchanged } from '../../parts/exchange-rules/use-has-exchanged.ts';
import { usePlaces } from '../../parts/frame/use-places.ts';
import { firstGrant, making, type Step, type StepTarget } from '../../parts/Steps.tsx';
import { trialPage } from '../../parts/exchange-rules/pages.ts';
import { holderStep, rulesStep } from '../../parts/exchange-rules/shared-steps.ts';
import { useStepTexts } from '../../parts/exchange-rules/use-step-texts.ts';
import { useTexts } from './use-texts.ts';

const StepsDocument = graphql(`
  query FirstSteps(
    $applications: Boolean!, $resources: Boolean!, $roles: Boolean!, $holders: Boolean!
  ) {
    oldest: applications(
      first: 1, filter: { tokenExchangeAllowed: true }, orderBy: { field: CREATED_AT, direction: ASC }
    ) @include(if: $applications) { nodes { id createdAt } }
    newest: applications(
      first: 1, filter: { tokenExchangeAllowed: true }, orderBy: { field: CREATED_AT, direction: DESC }
    ) @include(if: $applications) {
      nodes {
        id
        exchangePolicy { targets { apiResourceId } }
        servedResources(first: 1) @include(if: $resources) { nodes { id } }
      }
    }
    apiResources(first: 2, filter: { isBuiltIn: false }) @include(if: $resources) {
      nodes { id }
    }
    granting: apiResources(first: 5, filter: { isBuiltIn: false }) @include(if: $roles) {
      nodes { id displayName scopes(first: 10) { nodes { id name roles { id users(first: 1) @include(if: $holders) { nodes { id } } } } } }
    }
  }
`);

type Answer = ResultOf<typeof StepsDocument>;

/** Earlier exchanges do not count as a first one. */
const kept = 90 * 86_400_000;

/** The changes that set something up. */
const beginnings = [
  'createApiResource',
  'createRole',
  'assignUserRoles',
  'createApplication',
  'setApplicationExchangePolicy',
] as const;

/** A step with its requirements: a page that the viewer may open, and a change that they may make. */
interface Possible {
  step: Step;
  page: string;
  operation?: (typeof beginnings)[number];
}

interface Steps {
  /** The steps that the viewer can take; null until it is known which of them are done. */
  steps: readonly Step[] | null;
  number: number;
  isEnded: boolean;
  /** Begins the way of another service. */
  another: StepTarget;
}

/**
 * Whether an application that may exchange is older: whether it ever has is not known any more, so the way has ended.
 * That of the first start exists from the start as well: one that may exchange is the person's.
 */
const isOlder = (data: Answer | undefined, since: string): boolean =>
  (data?.oldest?.nodes[0]?.createdAt ?? since) < since;

/** The records of the way: the newest application, otherwise the first, and of roles the first that someone holds. */
function recordsOf(data: Answer | undefined, since: string, hasExchanged: boolean) {
  const grant = firstGrant(data?.granting?.nodes ?? []);
  const resources = data?.apiResources?.nodes ?? [];
  const application = data?.newest?.nodes[0];
  const servedId = application?.servedResources?.nodes[0]?.id;
  const resourceId = grant?.resourceId ?? resources.find(({ id }) => id !== servedId)?.id;
  return {
    resourceId,
    grant,
    servedId,
    /** The API that calls the other one: its backend serves it, or will serve it. */
    callingId: servedId ?? resources.find(({ id }) => id !== resourceId)?.id,
    roleId: grant?.roleId,
    userId: grant?.userId,
    applicationId: application?.id,
    hasRules: (application?.exchangePolicy?.targets ?? []).length > 0,
    isPast: hasExchanged || isOlder(data, since),
  };
}

type Records = ReturnType<typeof recordsOf>;

/** Opens the dialog of a change above the overview, to which it leads back: the next step is there. */
const begin = (operation: OperationName, input: Record<string, unknown> = {}): StepTarget => ({
  to: '/',
  search: { do: operation, with: input },
});

/** Registers an API; `step` is its side of the exchange, which its dialog explains. */
const newApi = (step: 'called' | 'calling'): StepTarget => ({ to: '/', search: { do: 'createApiResource', step } });

/** The page of a record; null before it exists. */
const pageOf = (folder: string, id: string | undefined, tab = ''): StepTarget | null =>
  id === undefined ? null : { to: `/${folder}/${id}${tab}` };

/** Its type is chosen first: a backend may also be a web application that people sign in to. */
const newBackend = (servedId?: string): StepTarget =>
  begin('createApplication', {
    tokenExchangeAllowed: true,
    ...(servedId !== undefined && { servedResourceIds: [servedId] }),
  });

interface Names {
  texts: ReturnType<typeof useTexts>['overview'];
  shared: ReturnType<typeof useStepTexts>;
  /** Id of the person who is guided. */
  viewerId: string;
}

/** The steps that set something up, in their order, with what each requires. */
function makingSteps(records: Records, names: Names): readonly Possible[] {
  const { resourceId, roleId, grant } = records;
  const { texts, shared, viewerId } = names;
  const resource = making(texts.resource, pageOf('resources', resourceId), newApi('called'));
  const role = making(texts.role, pageOf('roles', roleId), begin('createRole'));
  const holder = holderStep({ texts: shared, grant, viewerId, begin });
  return [
    { step: resource, page: '/resources', operation: 'createApiResource' },
    { step: role, page: '/roles', operation: 'createRole' },
    { step: holder, page: '/users', operation: 'assignUserRoles' },
    ...backendSteps(records, names),
  ];
}

/** The steps of the backend: the API that it serves comes first, so that both are connected in one dialog. */
function backendSteps(records: Records, { texts }: Names): readonly Possible[] {
  const { callingId, servedId, applicationId, resourceId, grant, hasRules } = records;
  // An application that exists gets the API that exists.
  const isApart = applicationId !== undefined && callingId !== undefined && servedId === undefined;
  const calling = making(
    texts.calling,
    pageOf('resources', applicationId === undefined ? callingId : servedId),
    isApart ? begin('setServedResources', { applicationId, apiResourceIds: [callingId] }) : newApi('calling'),
  );
  const application = making(
    texts.application,
    pageOf('applications', applicationId, '/settings'),
    newBackend(callingId),
    applicationId === undefined ? undefined : { text: texts.another, to: newBackend() },
  );
  const rules = rulesStep({ texts, applicationId, hasRules, resourceId, grant, begin });
  return [
    { step: calling, page: '/resources', operation: 'createApiResource' },
    { step: application, page: '/applications', operation: 'createApplication' },
    { step: rules, page: '/applications', operation: 'setApplicationExchangePolicy' },
  ];
}

/** The steps that use what was set up: what a token would hold, and the first one. */
function usingSteps({ resourceId, userId, applicationId, isPast }: Records, { shared }: Names): readonly Possible[] {
  const isExplained = applicationId !== undefined && latestQuestions().some(({ app }) => app === applicationId);
  const search: Search = {
    ...(applicationId && { app: applicationId }),
    ...(userId && { user: userId }),
    ...(resourceId && { resource: resourceId }),
  };
  const explain = { text: shared.explain, to: { to: '/explain', search }, isDone: isExplained || isPast };
  const to = applicationId === undefined ? { to: '/applications' } : trialPage(applicationId, resourceId);
  return [
    { step: explain, page: '/explain' },
    { step: { text: shared.first, to, isDone: isPast }, page: '/applications' },
  ];
}

/** The steps that the viewer can take, and which of them are done. */
export function useSteps(): Steps {
  const { overview: texts } = useTexts();
  const shared = useStepTexts();
  const { id: viewerId } = useViewer();
  const may = useMay();
  const mayRun = useMayRun();
  const since = useMemo(() => new Date(Date.now() - kept).toISOString(), []);
  const roles = may('resources:read') && may('roles:read');
  const variables = {
    applications: may('applications:read'),
    resources: may('resources:read'),
    roles,
    holders: roles && may('users:read'),
  };
  const [{ data }, again] = useQuery({ query: StepsDocument, variables });
  useAgainAfterEvents(again);
  const paths = new Set(usePlaces().map(({ path }) => path));
  const mayBegin = beginnings.some((operation) => mayRun(operation));
  const hasExchanged = useHasExchanged({ since, isNeeded: mayBegin && !isOlder(data, since) });
  const records = recordsOf(data, since, hasExchanged ?? false);
  const names = { texts, shared, viewerId };
  const possible = [...makingSteps(records, names), ...usingSteps(records, names)].filter(
    ({ page, operation }) => paths.has(page) && (!operation || mayRun(operation)),
  );
  // Without a step to set something up, the way is someone else's.
  const offered = possible.some(({ operation }) => operation) ? possible.map(({ step }) => step) : [];
  return {
    steps: data && hasExchanged !== undefined ? offered : null,
    number: offered.length,
    another: newBackend(),
    isEnded: records.isPast || offered.every(({ isDone }) => isDone),
  };
}
