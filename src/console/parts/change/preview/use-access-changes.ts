import { useEffect, useState } from 'react';
import type { OperationName } from '../../../data/needs.ts';
import type { Operation } from '../../../data/operation.ts';
import { useMay } from '../../../data/viewer.ts';
import { type AccessChanges, accessChanges, type Exchange } from './access.ts';
import type { Change } from '../use-change.ts';

/** The permissions to read what is compared, of each record that a change can affect. */
export const comparedBy = ['users:read', 'applications:read', 'roles:read', 'resources:read'];

interface Options {
  name: OperationName;
  operation: Operation;
  change: Change;
  exchange?: Exchange | null;
}

/** The access that a change gives and takes: undefined until it is known, null if it cannot be compared. */
export function useAccessChanges({
  name,
  operation,
  change: { input },
  exchange = null,
}: Options): AccessChanges | null | undefined {
  const mayReadOrganizations = useMay()('organizations:read');
  const [changes, setChanges] = useState<AccessChanges | null | undefined>();
  const question = JSON.stringify([input, exchange]);
  useEffect(() => {
    let isLatest = true;
    setChanges(undefined);
    void accessChanges(name, operation, input, { exchange, mayReadOrganizations }).then(
      (latest) => isLatest && setChanges(latest),
    );
    return () => {
      isLatest = false;
    };
  }, [name, operation, question]);
  return changes;
}
