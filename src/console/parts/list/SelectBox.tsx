import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';

export const selectBox = (checked: boolean, label: string, onChange: (withRange: boolean) => void): ReactNode => (
  <Checkbox
    checked={checked}
    aria-label={label}
    onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
  />
);
