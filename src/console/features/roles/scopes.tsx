import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { isSearched, SearchBox } from '../../parts/SearchBox.tsx';
import { useWords } from '../../words/index.ts';
import { useRole } from './role.ts';
import { FoundScopes, ScopesByResource } from './scope-groups.tsx';
import { ScopeChanges } from './scope-changes.tsx';
import { useScopeChoice } from './use-scope-choice.ts';

const ScopesDocument = graphql(`
  query RoleScopes($id: ID!) { role(id: $id) { id scopes { id name apiResource { id } } } }
`);

/** The scopes that a role grants, among those of all API resources. */
export function RoleScopes(): ReactNode {
  const { id } = useRole();
  const words = useWords();
  const isPermitted = useMay()('resources:read');
  const [{ data, error }, again] = useQuery({ query: ScopesDocument, variables: { id }, pause: !isPermitted });
  if (!isPermitted) return <p className="card padded soft">{words.refused(['resources:read'])}</p>;
  if (!data?.role) return error ? <Fault error={error} again={again} /> : <Loading />;
  // What is ticked and not saved belongs to one role.
  return <Matrix key={id} id={id} granted={data.role.scopes ?? []} />;
}

interface Granted {
  id: string;
  apiResource: { id: string } | null;
}

function Matrix({ id, granted }: { id: string; granted: readonly Granted[] }): ReactNode {
  const words = useWords();
  const choice = useScopeChoice(granted);
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), 200);
  return (
    <section className="card" aria-label={words.roles.scopes}>
      <div className="row matrix-head">
        <h2 className="grow">{words.roles.scopes}</h2>
        <SearchBox title={words.roles.scopes} text={text} set={setText} width={200} />
      </div>
      <ScopeChanges id={id} choice={choice} />
      {isSearched(settled) ? <FoundScopes search={settled} choice={choice} /> : <ScopesByResource choice={choice} />}
    </section>
  );
}
