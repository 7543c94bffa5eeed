import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { isSearched, SearchBox } from '../../parts/SearchBox.tsx';
import { useWords } from '../../words/index.ts';
import { ScopeChanges } from './scope-changes.tsx';
import { FoundScopes, ScopesByResource } from './scope-groups.tsx';
import { type GrantedScope, type GrantingRole, useScopeChoice } from './use-scope-choice.ts';

interface Props {
  role: GrantingRole;
  granted: readonly GrantedScope[];
  /** Another action with these scopes. */
  action?: ReactNode;
}

/** The scopes of all API resources: those that a role grants are ticked. */
export function ScopeMatrix({ role, granted, action }: Props): ReactNode {
  const words = useWords();
  const choice = useScopeChoice(role, granted);
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), 200);
  return (
    <section className="card" aria-label={words.roles.scopes}>
      <div className="row matrix-head">
        <h2 className="grow">{words.roles.scopes}</h2>
        {action}
        <SearchBox title={words.roles.scopes} text={text} set={setText} width={200} />
      </div>
      <ScopeChanges role={role} choice={choice} />
      {isSearched(settled) ? <FoundScopes search={settled} choice={choice} /> : <ScopesByResource choice={choice} />}
    </section>
  );
}
