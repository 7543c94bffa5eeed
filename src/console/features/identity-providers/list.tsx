import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { nameWithLine } from '../../data/records/recognition.ts';
import {
  clipped,
  createdColumn,
  createdId,
  creationFilters,
  idColumn,
  namedOrders,
} from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { Identity } from '../../parts/identity/Identity.tsx';
import { EnabledMark, When } from '../../parts/marks.tsx';

const PageDocument = graphql(`
  query IdentityProviders(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: IdentityProviderFilter, $orderBy: IdentityProviderOrder
  ) {
    page: identityProviders(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes {
        id displayName preset domains isEnabled isShown isRequired lastSucceededAt lastFailedAt lastError createdAt
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query IdentityProvidersCount($search: String, $filter: IdentityProviderFilter) {
    page: identityProviders(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.identityProviders.title,
  empty: (words) => words.identityProviders.empty,
  rest: '/identity-providers',
  newId: createdId('IDENTITY_PROVIDER'),
  order: '-CREATED_AT',
  orders: namedOrders,
  filters: [
    { key: 'preset', values: ['GOOGLE', 'MICROSOFT', 'APPLE', 'GITHUB', 'OIDC', 'OAUTH2', 'SAML'] },
    { key: 'isEnabled', title: (words) => words.state.enabled },
    { key: 'isFailing', title: (words) => words.state.failing },
    { key: 'domain', input: 'text', isExtra: true },
    ...creationFilters,
  ],
  columns: [
    {
      key: 'name',
      title: (words) => words.common.name,
      show: (provider, words) => {
        const service = words.label(provider.preset);
        return <Identity record={provider} line={service === provider.displayName ? null : service} />;
      },
      role: 'name',
      order: 'NAME',
    },
    {
      key: 'domains',
      title: (words) => words.identityProviders.domains,
      show: ({ domains }, { record }) =>
        domains.length === 0 ? record.nothing : clipped(domains.join(', '), domains.join('\n')),
      role: 'minor',
    },
    {
      key: 'pages',
      title: (words) => words.identityProviders.pages,
      show: ({ isShown, isRequired }, { identityProviders: texts }) =>
        [isShown ? texts.button : texts.hidden, ...(isRequired ? [texts.required] : [])].join(', '),
      role: 'minor',
    },
    {
      key: 'success',
      title: (words) => words.identityProviders.success,
      show: ({ lastSucceededAt }) => <When at={lastSucceededAt} />,
    },
    {
      key: 'failure',
      title: (words) => words.identityProviders.failure,
      show: ({ lastFailedAt }) => <When at={lastFailedAt} />,
      role: 'minor',
    },
    {
      key: 'error',
      title: (words) => words.identityProviders.why,
      show: ({ lastError }, { record }) => (lastError === null ? record.nothing : clipped(lastError)),
      role: 'minor',
      isExtra: true,
    },
    { ...createdColumn, isExtra: true },
    idColumn,
    {
      key: 'state',
      title: (words) => words.common.state,
      show: ({ isEnabled, lastError }) => (
        <EnabledMark isEnabled={isEnabled} isFailing={isEnabled && lastError !== null} />
      ),
      role: 'state',
    },
  ],
  nameOf: nameWithLine,
  pathOf: ({ id }) => `/sign-in/identity-providers/${id}`,
  create: { operation: 'createIdentityProvider', title: (words) => words.identityProviders.create },
  actions: [
    {
      takes: 'one',
      operation: 'updateIdentityProvider',
      title: (words) => words.common.edit,
      input: ([row]) => ({ identityProviderId: row?.id }),
    },
    {
      takes: 'one',
      operation: 'testIdentityProvider',
      title: (words) => words.identityProviders.test,
      input: ([row]) => ({ identityProviderId: row?.id }),
    },
    {
      takes: 'one',
      operation: 'setIdentityProviderEnabled',
      title: (words) => words.identityProviders.toggle,
      input: ([row]) => ({ identityProviderId: row?.id, isEnabled: !row?.isEnabled }),
    },
    {
      takes: 'one',
      operation: 'deleteIdentityProvider',
      title: (words) => words.common.delete,
      input: ([row]) => ({ identityProviderId: row?.id }),
    },
  ],
};

/** The services with whose accounts people sign in. */
export const IdentityProviders = (): ReactNode => <RecordList list={list} />;
