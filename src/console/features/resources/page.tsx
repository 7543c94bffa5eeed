import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { Facts } from '../../parts/Facts.tsx';
import { StateMark, When } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordHeader } from '../../parts/RecordHeader.tsx';
import { RecordSection } from '../../parts/Records.tsx';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { useWords } from '../../words/index.ts';

const ScopesOf = graphql(`
  fragment ScopesOf on ScopeConnection { nodes { id name description } pageInfo { hasNextPage endCursor } }
`);

const ResourceDocument = graphql(
  `
  query Resource($id: ID!) {
    apiResource(id: $id) {
      id displayName version indicator isBuiltIn accessTokenTtl accessTokenSigningAlg createdAt updatedAt
      scopes(first: 50) { ...ScopesOf }
    }
  }
`,
  [ScopesOf],
);

const ScopesDocument = graphql(
  `
  query ResourceScopes($id: ID!, $after: String, $search: String) {
    record: apiResource(id: $id) { id page: scopes(first: 50, after: $after, search: $search) { ...ScopesOf } }
  }
`,
  [ScopesOf],
);

/** An API resource: its settings and scopes. */
export function Resource(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: ResourceDocument, variables: { id } });
  const input = { apiResourceId: id };
  return (
    <RecordFrame record={data?.apiResource} error={error} isLoading={fetching} again={again}>
      {(resource) => (
        <article className="stack">
          <RecordHeader
            name={resource.displayName}
            id={id}
            version={resource.version}
            state={resource.isBuiltIn ? <StateMark tone="good">{words.state.builtIn}</StateMark> : null}
            actions={[
              { title: words.users.edit, operation: 'updateApiResource', input },
              ...(resource.isBuiltIn
                ? []
                : [{ title: words.users.delete, operation: 'deleteApiResource', input, isDangerous: true }]),
            ]}
          />
          <div className="card padded">
            <Facts
              facts={[
                [words.resources.indicator, <code key="indicator">{resource.indicator}</code>],
                [words.resources.ttl, words.resources.seconds(resource.accessTokenTtl)],
                [words.resources.algorithm, resource.accessTokenSigningAlg],
                [words.record.created, <When key="at" at={resource.createdAt} />],
              ]}
            />
          </div>
          <Scopes resource={resource} />
        </article>
      )}
    </RecordFrame>
  );
}

type ApiResource = NonNullable<ResultOf<typeof ResourceDocument>['apiResource']>;

function Scopes({ resource }: { resource: ApiResource }): ReactNode {
  const words = useWords();
  const input = { apiResourceId: resource.id };
  return (
    <RecordSection
      title={words.resources.scopes}
      empty={words.resources.noScopes}
      first={resource.scopes}
      document={ScopesDocument}
      variables={{ id: resource.id }}
      action={
        resource.isBuiltIn ? null : (
          <ChangeButton operation="createScope" input={input}>
            {words.resources.addScope}
          </ChangeButton>
        )
      }
    >
      {(scope) => (
        <li key={scope.id} className="row">
          <span className="grow">
            <code>{scope.name}</code> <span className="soft">{scope.description}</span>
          </span>
          {resource.isBuiltIn ? null : (
            <ChangeButton operation="deleteScope" input={{ scopeId: scope.id }} variant="subtle">
              {words.users.delete}…
            </ChangeButton>
          )}
        </li>
      )}
    </RecordSection>
  );
}
