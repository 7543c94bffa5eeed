import type { ReactNode } from 'react';
import { useAddress } from '../../../data/use-address.ts';
import { objectOf } from '../values.ts';
import { ScopeChips } from '../../picker/ScopeChips.tsx';
import type { Common } from './field-props.ts';

interface Props {
  common: Common;
  value: unknown;
  set: (value: unknown) => void;
}

/** New records, typed as a chip for the name of each. */
export function NameChips({ common, value, set }: Props): ReactNode {
  const { step } = useAddress();
  const items = Array.isArray(value) ? value.map(objectOf) : [];
  const replaced = (names: readonly string[]): unknown[] =>
    names.map((name) => items.find((item) => item['name'] === name) ?? { name });
  return (
    <ScopeChips
      {...common}
      example={step === 'calling' ? 'reports:read' : undefined}
      value={items.map(({ name }) => String(name))}
      onChange={(names) => set(replaced(names))}
    />
  );
}
