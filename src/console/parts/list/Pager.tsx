import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSetAddress } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import type { Page } from './definition.ts';

interface Props {
  info: Page<unknown>['pageInfo'] | undefined;
  /** Whether there are cursors to the next page only: then the way back is to the first one. */
  isForward?: boolean | undefined;
}

/** To the previous and the next page, if there is another one. The cursor is in the address. */
export function Pager({ info, isForward = false }: Props): ReactNode {
  const words = useWords();
  const setAddress = useSetAddress();
  if (!info?.hasPreviousPage && !info?.hasNextPage) return null;
  const back = isForward ? words.list.firstPage : words.list.previous;
  return (
    <nav className="row to-end" aria-label={`${back}, ${words.list.next}`}>
      <Button
        variant="default"
        disabled={!info.hasPreviousPage}
        onClick={() =>
          setAddress({ before: isForward ? undefined : (info.startCursor ?? undefined), after: undefined })
        }
      >
        ‹ {back}
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
