import type { ReactNode } from 'react';
import { useOpenChange } from '../../data/use-address.ts';
import { useMay } from '../../data/viewer.ts';
import { ObstacleSwitch } from '../../parts/ObstacleSwitch.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';

/** The switch with which administrators may act as other users through an application. */
export function ImpersonationSwitch(): ReactNode {
  const { tokenExchange: texts } = useWords();
  const openChange = useOpenChange();
  const obstacle = useObstacle();
  const { id, impersonationAllowed } = useApplication();
  const change = (): void =>
    openChange('setApplicationImpersonation', { applicationId: id, impersonationAllowed: !impersonationAllowed });
  return (
    <ObstacleSwitch
      isOn={impersonationAllowed}
      label={texts.allowImpersonation}
      explanation={texts.impersonationExplanation}
      obstacle={obstacle}
      turn={change}
    />
  );
}

/** Why the viewer cannot turn the switch; null if they can. */
function useObstacle(): string | null {
  const { tokenExchange: texts, change } = useWords();
  const may = useMay();
  const { tokenExchangeAllowed, impersonationAllowed } = useApplication();
  if (!may('applications:write')) return change.lacking('applications:write');
  return impersonationAllowed || tokenExchangeAllowed ? null : texts.needsExchange;
}
