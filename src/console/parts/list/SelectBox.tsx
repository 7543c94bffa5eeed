import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';

export const selectBox = (checked: boolean, label: string, onChange: () => void): ReactNode => (
  <Checkbox checked={checked} aria-label={label} onChange={onChange} />
);
