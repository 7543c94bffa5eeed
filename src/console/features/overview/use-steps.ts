import { useMemo } from 'react';
import { useQuery } from 'urql';
import type { Search } from '../../data/address.ts';
import { latestQuestions } from '../../data/explanations.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import type { OperationName } from '../../data/needs.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { useMay, useMayRun } from '../../data/viewer.ts';
import { usePlaces } from '../../parts/frame/use-places.ts';
import { firstGrant, making, type Step, type StepTarget } from '../../parts/Steps.tsx';
import { trialPage } from '../../parts/exchange-rules/pages.ts';
import { useWords } from '../../words/index.ts';
import { useTexts } from './use-texts.ts';

const StepsDocument = graphql(`
  query FirstSteps(
    $kept: DateTime!, $applications: Boolean!, $resources: Boolean!, $roles: Boolean!, $holders: Boolean!, $exchanges: Boolean!
  ) {
    oldest: applications(
      first: 1, filter: { tokenExchangeAllowed: true }, orderBy: { field: CREATED_AT, direction: ASC }
    ) @include(if: $applications) { nodes { id createdAt } }
    newest: applications(
      first: 1, filter: { tokenExchangeAllowed: true }, orderBy: { field: CREATED_AT, direction: DESC }
    ) @include(if: $applications) { nodes { id } }
    apiResources(first: 1, filter: { isBuiltIn: false }) @include(if: $resources) {
      nodes { id }
    }
    granting: apiResources(first: 5, filter: { isBuiltIn: false }) @include(if: $roles) {
      nodes { id scopes(first: 10) { nodes { id roles { id users(first: 1) @include(if: $holders) { nodes { id } } } } } }
    }
    exchangeEdges(since: $kept) @include(if: $exchanges) { edges { granted scopes } }
  }
`);

type Answer = ResultOf<typeof StepsDocument>;

/** Earlier exchanges do not count as a first one. */
const kept = 90 * 86_400_000;

/** A step with its requirements: a page that the viewer may open, and a change that they may make. */
interface Possible {
  step: Step;
  page: string;
  operation?: OperationName;
}

interface Steps {
  /** The steps that the viewer can take; null until it is known which of them are done. */
  steps: readonly Step[] | null;
  number: number;
  isEnded: boolean;
  /** Begins the way of another service. */
  another: StepTarget;
}

/** The records of the way: the newest application, otherwise the first, and of roles the first that someone holds. */
function recordsOf(data: Answer | undefined, since: string) {
  const grant = firstGrant(data?.granting?.nodes ?? []);
  // That of the first start exists from the start as well: one that may exchange is the person's.
  const oldest = data?.oldest?.nodes[0];
  // A token without scopes allows nothing.
  const hasExchanged =
    data?.exchangeEdges?.edges.some(({ granted, scopes }) => granted > 0 && scopes.length > 0) ?? false;
  return {
    resourceId: grant?.resourceId ?? data?.apiResources?.nodes[0]?.id,
    roleId: grant?.roleId,
    userId: grant?.userId,
    applicationId: data?.newest?.nodes[0]?.id,
    // Whether an older application has ever exchanged is not known any more: then the way has ended.
    isPast: hasExchanged || (oldest?.createdAt ?? since) < since,
  };
}

type Records = ReturnType<typeof recordsOf>;

/** Opens the dialog of a change above the overview, to which it leads back: the next step is there. */
const begin = (operation: OperationName, input: Record<string, unknown> = {}): StepTarget => ({
  to: '/',
  search: { do: operation, with: input },
});

/** The page of a record; null before it exists. */
const pageOf = (folder: string, id: string | undefined, tab = ''): StepTarget | null =>
  id === undefined ? null : { to: `/${folder}/${id}${tab}` };

const newBackend = (secretName: string): StepTarget =>
  begin('createApplication', {
    type: 'MACHINE_TO_MACHINE',
    secret: { name: secretName },
    tokenExchangeAllowed: true,
  });

/** The steps that set something up, in their order, with what each requires. */
function makingSteps(
  { resourceId, roleId, userId, applicationId }: Records,
  texts: ReturnType<typeof useTexts>['overview'],
  secretName: string,
): readonly Possible[] {
  const roleIds = roleId === undefined ? {} : { roleIds: [roleId] };
  const backend = newBackend(secretName);
  const resource = making(texts.resource, pageOf('resources', resourceId), begin('createApiResource'));
  const role = making(texts.role, pageOf('roles', roleId), begin('createRole'));
  const existing = { text: texts.existing, to: begin('assignUserRoles', roleIds) };
  const person = {
    ...making(
      texts.person,
      pageOf('users', userId, '/access'),
      roleId === undefined ? null : begin('createUser', roleIds),
      roleId === undefined || userId !== undefined ? undefined : existing,
    ),
    after: texts.afterRole,
  };
  const application = making(
    texts.application,
    pageOf('applications', applicationId, '/settings'),
    backend,
    applicationId === undefined
      ? { text: texts.otherTypes, to: begin('createApplication') }
      : { text: texts.another, to: backend },
  );
  return [
    { step: resource, page: '/resources', operation: 'createApiResource' },
    { step: role, page: '/roles', operation: 'createRole' },
    { step: person, page: '/users', operation: 'createUser' },
    { step: application, page: '/applications', operation: 'createApplication' },
  ];
}

/** The steps that use what was set up: what a token would hold, and the first one. */
function usingSteps(
  { resourceId, userId, applicationId, isPast }: Records,
  texts: ReturnType<typeof useTexts>['overview'],
): readonly Possible[] {
  const isExplained = applicationId !== undefined && latestQuestions().some(({ app }) => app === applicationId);
  const search: Search = {
    ...(applicationId && { app: applicationId }),
    ...(userId && { user: userId }),
    ...(resourceId && { resource: resourceId }),
  };
  const explain = { text: texts.explain, to: { to: '/explain', search }, isDone: isExplained || isPast };
  const to = applicationId === undefined ? { to: '/applications' } : trialPage(applicationId, resourceId);
  return [
    { step: explain, page: '/explain' },
    { step: { text: texts.first, to, isDone: isPast }, page: '/applications' },
  ];
}

/** The steps that the viewer can take, and which of them are done. */
export function useSteps(): Steps {
  const { overview: texts } = useTexts();
  const { change } = useWords();
  const may = useMay();
  const mayRun = useMayRun();
  const since = useMemo(() => new Date(Date.now() - kept).toISOString(), []);
  const roles = may('resources:read') && may('roles:read');
  const variables = {
    kept: since,
    applications: may('applications:read'),
    resources: may('resources:read'),
    roles,
    holders: roles && may('users:read'),
    exchanges: may('exchanges:read'),
  };
  const [{ data }, again] = useQuery({ query: StepsDocument, variables });
  useAgainAfterEvents(again);
  const secretName = change.applicationTypes.firstSecret;
  const paths = new Set(usePlaces().map(({ path }) => path));
  const records = recordsOf(data, since);
  const possible = [...makingSteps(records, texts, secretName), ...usingSteps(records, texts)].filter(
    ({ page, operation }) => paths.has(page) && (!operation || mayRun(operation)),
  );
  // Without a step to set something up, the way is someone else's.
  const offered = possible.some(({ operation }) => operation) ? possible.map(({ step }) => step) : [];
  return {
    steps: data ? offered : null,
    number: offered.length,
    another: newBackend(secretName),
    isEnded: records.isPast || offered.every(({ isDone }) => isDone),
  };
}
