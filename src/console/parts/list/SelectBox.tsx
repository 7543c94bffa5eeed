import type { ReactNode } from 'react';

export const selectBox = (checked: boolean, label: string, onChange: (withRange: boolean) => void): ReactNode => (
  <input
    type="checkbox"
    checked={checked}
    aria-label={label}
    onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
  />
);
