import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMayRun } from '../../data/viewer.ts';
import { useChangeServed } from './served.ts';
import { useTexts } from './use-texts.ts';

interface Props {
  applicationId: string;
  /** Makes the new list of served API resources from the present one. */
  edit?: (served: readonly string[]) => string[];
  variant?: 'default' | 'subtle';
  /** The record in whose row it is, for those who do not see the row. */
  of?: string;
  children: ReactNode;
}

const unchanged = (served: readonly string[]): string[] => [...served];

/** Opens the change of what an application serves, if the viewer may run it. */
export function ServedButton({ applicationId, edit = unchanged, variant = 'default', of, children }: Props): ReactNode {
  const { change, obstacle } = useChangeServed();
  if (!useMayRun()('setServedResources', { applicationId })) return null;
  return (
    <>
      <Button variant={variant} onClick={() => void change(applicationId, edit)}>
        {children}
        {of === undefined ? null : <span className="visually-hidden"> {of}</span>}
      </Button>
      <ServedObstacle obstacle={obstacle} />
    </>
  );
}

export function ServedObstacle({ obstacle }: Pick<ReturnType<typeof useChangeServed>, 'obstacle'>): ReactNode {
  const { servedObstacles } = useTexts();
  if (obstacle === null) return null;
  return (
    <span role="alert" className="bad">
      {servedObstacles[obstacle]}
    </span>
  );
}
