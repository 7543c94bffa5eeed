import { type RefObject, useRef, useState } from 'react';

/** Pixels: the height of a list that has room for it, what a list needs at least, and its distance from the field. */
const tall = 220;
const low = 100;
const gap = 16;

interface Place {
  position: 'bottom' | 'top';
  maxDropdownHeight: number;
}

/** The place of the list of a field: above the buttons of its dialog, which it would cover, or else above the field. */
function placeOf(field: HTMLElement | null): Place {
  const dialog = field?.closest('[role="dialog"]');
  const { top = 0, bottom = 0 } = field?.closest('.mantine-Input-input')?.getBoundingClientRect() ?? {};
  const end = dialog?.querySelector('.dialog-foot')?.getBoundingClientRect().top ?? innerHeight;
  const start = dialog?.querySelector('.dialog-head')?.getBoundingClientRect().bottom ?? 0;
  const [above, below] = [top - start - gap, end - bottom - gap];
  const position = below < low && above > below ? 'top' : 'bottom';
  return { position, maxDropdownHeight: Math.max(low, Math.min(tall, position === 'top' ? above : below)) };
}

export interface ClosingList {
  ref: RefObject<HTMLInputElement | null>;
  maxDropdownHeight?: number;
  comboboxProps: object;
  dropdownOpened: boolean;
  onDropdownOpen: () => void;
  onDropdownClose: () => void;
  onOptionSubmit: () => void;
}

/** The list of a field, which closes with each choice: it covers what follows. */
export function useClosingList(): ClosingList {
  const field = useRef<HTMLInputElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const close = (): void => setPlace(null);
  return {
    ref: field,
    ...(place ? { maxDropdownHeight: place.maxDropdownHeight } : {}),
    comboboxProps: { position: place?.position ?? 'bottom', middlewares: { flip: false } },
    dropdownOpened: place !== null,
    onDropdownOpen: () => setPlace(placeOf(field.current)),
    onDropdownClose: close,
    onOptionSubmit: close,
  };
}
