import type { ReactNode } from 'react';
import { useMay } from '../../data/viewer.ts';
import { pickerOf } from '../../parts/picker/kinds.ts';
import { RecordPicker } from '../../parts/picker/RecordPicker.tsx';

interface Props {
  label: string;
  description?: string;
  id: string | undefined;
  choose: (id: string | undefined) => void;
}

/** Chooses an API resource, if the person may read them. */
export function ApiPicker({ label, description, id, choose }: Props): ReactNode {
  const kind = pickerOf('apiResource');
  const isReadable = useMay()('resources:read');
  if (!kind || !isReadable) return null;
  return (
    <RecordPicker
      label={label}
      {...(description === undefined ? {} : { description })}
      kind={kind}
      isMany={false}
      value={id}
      onChange={(next) => choose(typeof next === 'string' && next !== '' ? next : undefined)}
    />
  );
}
