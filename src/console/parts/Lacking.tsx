import type { ReactNode } from 'react';
import { useMay, type Where } from '../data/viewer.ts';
import { useWords } from '../words/index.ts';

/** Which permissions are missing. */
export function Lacking({ permissions }: { permissions: readonly string[] }): ReactNode {
  const words = useWords();
  return (
    <p role="alert" className="notice" data-kind="warn">
      {words.refused(permissions)}
    </p>
  );
}

interface Props {
  permission: string;
  where?: Where;
  children: ReactNode;
}

/** What someone with a permission sees. For others nothing is requested. */
export function Requires({ permission, where = 'everywhere', children }: Props): ReactNode {
  return useMay()(permission, where) ? children : <Lacking permissions={[permission]} />;
}
