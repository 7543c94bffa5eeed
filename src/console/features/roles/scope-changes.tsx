import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OperationName } from '../../data/needs.ts';
import { useOpenChange } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import type { GrantingRole, ScopeChoice } from './use-scope-choice.ts';

/** The mutation that makes the role grant what is ticked: the smallest that is enough. */
function changeFor(
  role: GrantingRole,
  { added, removed, selection }: ScopeChoice,
): [OperationName, Record<string, unknown>] {
  const [first] = removed;
  if (first === undefined) return [role.add, { ...role.input, scopeIds: added }];
  if (added.length === 0 && removed.length === 1) return [role.remove, { ...role.input, scopeId: first }];
  return [role.replace, { ...role.input, scopeIds: selection }];
}

/** The scopes that were ticked and unticked, until it is saved. */
export function ScopeChanges({ role, choice }: { role: GrantingRole; choice: ScopeChoice }): ReactNode {
  const words = useWords();
  const openChange = useOpenChange();
  const { added, removed, reset } = choice;
  const isChanged = added.length + removed.length > 0;
  return (
    <div className="matrix-changes row" role="status" hidden={!isChanged}>
      {isChanged ? (
        <>
          <span className="grow">{words.roles.matrix.changes(added.length, removed.length)}</span>
          <Button variant="default" onClick={reset}>
            {words.roles.matrix.discard}
          </Button>
          <Button onClick={() => openChange(...changeFor(role, choice))}>{words.roles.matrix.save}…</Button>
        </>
      ) : null}
    </div>
  );
}
