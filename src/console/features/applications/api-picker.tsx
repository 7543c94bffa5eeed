import type { ReactNode } from 'react';
import { useMay } from '../../data/viewer.ts';
import { pickerOf } from '../../parts/picker/kinds.ts';
import { RecordPicker } from '../../parts/picker/RecordPicker.tsx';
import type { ChosenApi } from './use-api.ts';
import { useConnectTexts } from './connect/use-connect-texts.ts';

interface Props extends Pick<ChosenApi, 'id' | 'choose'>, Partial<Pick<ChosenApi, 'isOpen'>> {
  label: string;
  description?: string;
}

/** Chooses an API resource, if the person may read them. */
export function ApiPicker({ label, description = '', id, choose, isOpen = false }: Props): ReactNode {
  const { chooseApi } = useConnectTexts();
  const kind = pickerOf('apiResource');
  const isReadable = useMay()('resources:read');
  if (!kind || !isReadable) return null;
  const hint = `${description} ${isOpen ? chooseApi : ''}`.trim();
  return (
    <RecordPicker
      label={label}
      {...(hint === '' ? {} : { description: hint })}
      kinds={[kind]}
      isMany={false}
      value={id}
      onChange={(next) => choose(typeof next === 'string' && next !== '' ? next : undefined)}
    />
  );
}
