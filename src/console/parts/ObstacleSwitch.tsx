import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  isOn: boolean;
  label: string;
  /** The effect of the switch. */
  explanation: string;
  /** Why the viewer cannot turn it; null if they can. */
  obstacle: string | null;
  turn(): void;
}

/** A switch that states what is in its way. */
export const ObstacleSwitch = ({ isOn, label, explanation, obstacle, turn }: Props): ReactNode => (
  <Switch
    checked={isOn}
    disabled={obstacle !== null}
    onChange={turn}
    label={label}
    classNames={{ label: 'inherited-color' }}
    description={
      <>
        {explanation}
        {obstacle === null ? null : <strong className="block">{obstacle}</strong>}
      </>
    }
    size="md"
  />
);
