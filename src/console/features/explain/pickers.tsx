import type { ReactNode } from 'react';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { pickerOf } from '../../parts/picker/kinds.ts';
import { RecordPicker } from '../../parts/picker/RecordPicker.tsx';

interface Props {
  /** The kind of the record. */
  of: string;
  name: 'app' | 'user' | 'resource' | 'org';
  label: string;
  isRequired?: boolean;
}

/** Chooses a record of the question. */
export function Picker({ of, name, label, isRequired = true }: Props): ReactNode {
  const { [name]: value } = useAddress();
  const setAddress = useSetAddress();
  const kind = pickerOf(of);
  if (!kind) return null;
  const set = (next: unknown): void =>
    setAddress({ [name]: typeof next === 'string' && next !== '' ? next : undefined });
  return (
    <RecordPicker label={label} kinds={[kind]} isMany={false} value={value} onChange={set} required={isRequired} />
  );
}
