import { TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { pickerOf } from '../../parts/picker/kinds.ts';
import { RecordPicker } from '../../parts/picker/RecordPicker.tsx';
import { useTexts } from './use-texts.ts';

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
  return <RecordPicker label={label} kind={kind} isMany={false} value={value} onChange={set} required={isRequired} />;
}

/** The scopes that the exchange would request, applied when the field is left, or by Enter. */
export function ScopesInput(): ReactNode {
  const texts = useTexts();
  const { scopes = '' } = useAddress();
  const setAddress = useSetAddress();
  const [text, setText] = useState(scopes);
  useEffect(() => setText(scopes), [scopes]);
  const apply = (): void => {
    const next = text.replaceAll(/[\s,]+/g, ' ').trim();
    if (next !== scopes) setAddress({ scopes: next || undefined });
  };
  return (
    <TextInput
      className="whole-row"
      label={texts.requested}
      placeholder={texts.noneRequested}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  );
}
