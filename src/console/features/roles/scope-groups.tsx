import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { nameWithLine, type Recognizable } from '../../data/records/recognition.ts';
import { Fault } from '../../parts/Fault.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { type Part, Records } from '../../parts/record/Records.tsx';
import { useWords } from '../../words/index.ts';
import type { ScopeChoice } from './use-scope-choice.ts';

const Scopes = graphql(`
  fragment MatrixScopes on ScopeConnection { nodes { id name description } pageInfo { hasNextPage endCursor } }
`);

const ResourcesDocument = graphql(
  `
  query ScopeMatrix($after: String) {
    page: apiResources(first: 10, after: $after, orderBy: { field: NAME }) {
      nodes { id displayName indicator scopes(first: 50, orderBy: { field: NAME }) { ...MatrixScopes } }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [Scopes],
);

const MoreDocument = graphql(
  `
  query ScopesOfResource($id: ID!, $after: String) {
    record: apiResource(id: $id) {
      id
      page: scopes(first: 50, after: $after, orderBy: { field: NAME }) { ...MatrixScopes }
    }
  }
`,
  [Scopes],
);

const FoundDocument = graphql(`
  query FoundScopes($search: String!) {
    page: scopes(first: 100, search: $search, orderBy: { field: NAME }) {
      nodes { id name description apiResource { id displayName indicator } }
      pageInfo { hasNextPage }
    }
  }
`);

interface Scope {
  id: string;
  name: string;
  description: string;
}

/** A page whose granted records stand first. Those that are ticked and not saved stay where they are. */
const grantedFirst = <Row,>(page: Part<Row>, isGranted: (row: Row) => boolean): Part<Row> => ({
  ...page,
  nodes: page.nodes.toSorted((one, other) => Number(isGranted(other)) - Number(isGranted(one))),
});

/** All API resources, each with its scopes. */
export function ScopesByResource({ choice }: { choice: ScopeChoice }): ReactNode {
  const words = useWords();
  const [{ data, error }, again] = useQuery({ query: ResourcesDocument });
  if (!data?.page) return error ? <Fault error={error} again={again} /> : <Loading />;
  return (
    <ul className="plain-list matrix">
      <Records
        first={grantedFirst(data.page, ({ id }) => choice.countOf(id) > 0)}
        document={ResourcesDocument}
        variables={{}}
      >
        {({ scopes, ...resource }) => (
          <Group key={resource.id} resource={resource} choice={choice}>
            {scopes?.nodes.length === 0 ? <li className="soft">{words.common.emptyResource}</li> : null}
            <Records
              first={scopes && grantedFirst(scopes, (scope) => choice.isGranted(scope.id))}
              document={MoreDocument}
              variables={{ id: resource.id }}
            >
              {(scope) => <Cell key={scope.id} scope={scope} choice={choice} />}
            </Records>
          </Group>
        )}
      </Records>
    </ul>
  );
}

/** Scopes that a search finds, by their API resources. */
export function FoundScopes({ search, choice }: { search: string; choice: ScopeChoice }): ReactNode {
  const words = useWords();
  const [{ data, error }, again] = useQuery({ query: FoundDocument, variables: { search } });
  if (!data?.page) return error ? <Fault error={error} again={again} /> : <Loading />;
  const { nodes, pageInfo } = data.page;
  if (nodes.length === 0) return <p className="empty">{words.picker.none}</p>;
  const groups = Map.groupBy(nodes, ({ apiResource }) => apiResource?.id ?? '');
  return (
    <ul className="plain-list matrix">
      {[...groups].map(([id, scopes]) => (
        <Group key={id} resource={scopes[0]?.apiResource ?? { id, displayName: id }} choice={choice}>
          {scopes.map((scope) => (
            <Cell key={scope.id} scope={scope} choice={choice} />
          ))}
        </Group>
      ))}
      {pageInfo.hasNextPage ? <li className="soft matrix-row">{words.roles.matrix.more(nodes.length)}</li> : null}
    </ul>
  );
}

interface GroupProps {
  resource: Recognizable;
  choice: ScopeChoice;
  children: ReactNode;
}

const Group = ({ resource, choice, children }: GroupProps): ReactNode => (
  <li className="matrix-row">
    <div>
      <IdentityLink record={resource} />
      <div className="soft">{useWords().roles.matrix.granted(choice.countOf(resource.id))}</div>
    </div>
    <ul className="plain-list matrix-cells" aria-label={nameWithLine(resource)}>
      {children}
    </ul>
  </li>
);

/** A scope with its tick; whether it differs from the role as it is now has a sign. */
function Cell({ scope: { id, name, description }, choice }: { scope: Scope; choice: ScopeChoice }): ReactNode {
  const { matrix } = useWords().roles;
  const isWanted = choice.isWanted(id);
  const differs = isWanted !== choice.isGranted(id);
  return (
    <li className="matrix-cell" data-differs={differs}>
      <Checkbox
        checked={isWanted}
        disabled={!choice.isOpen}
        onChange={() => choice.toggle(id)}
        label={
          <>
            <code>{name}</code>
            {differs ? (
              <strong className={isWanted ? 'good' : 'bad'}> {isWanted ? matrix.added : matrix.removed}</strong>
            ) : null}
          </>
        }
        description={description}
      />
    </li>
  );
}
