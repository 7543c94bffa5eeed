import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSetAddress } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import type { Page } from './definition.ts';

/** To the previous and the next page, if there is another one. The cursor is in the address. */
export function Pager({ info }: { info: Page<unknown>['pageInfo'] | undefined }): ReactNode {
  const words = useWords();
  const setAddress = useSetAddress();
  if (!info?.hasPreviousPage && !info?.hasNextPage) return null;
  return (
    <nav className="row to-end" aria-label={`${words.list.previous}, ${words.list.next}`}>
      <Button
        variant="default"
        disabled={!info.hasPreviousPage}
        onClick={() => setAddress({ before: info.startCursor ?? undefined, after: undefined })}
      >
        ‹ {words.list.previous}
      </Button>
      <Button
        variant="default"
        disabled={!info.hasNextPage}
        onClick={() => setAddress({ after: info.endCursor ?? undefined, before: undefined })}
      >
        {words.list.next} ›
      </Button>
    </nav>
  );
}
