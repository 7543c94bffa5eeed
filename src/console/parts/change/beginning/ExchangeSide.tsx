import type { ReactNode } from 'react';
import { useAddress } from '../../../data/use-address.ts';
import { useWords } from '../../../words/index.ts';

/** The side of an exchange that a new API is on, with an example, if a guide has opened the dialog. */
export function ExchangeSide(): ReactNode {
  const { step } = useAddress();
  const { exchangeSides } = useWords().change;
  if (step !== 'called' && step !== 'calling') return null;
  return <p className="soft">{exchangeSides[step]}</p>;
}
