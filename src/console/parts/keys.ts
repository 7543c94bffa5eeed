import { type RefObject, useEffect, useRef } from 'react';

/** A key, what it does in words, and the function. */
export type KeyBinding = readonly [key: string, title: string, run: () => unknown];

const layers = new Set<RefObject<readonly KeyBinding[]>>();

/** All keys that work now, for the help. */
export const activeKeys = (): readonly KeyBinding[] => [...layers].flatMap(({ current }) => current);

/** Whether single keys are on (WCAG 2.2 §2.1.4); kept in this browser. */
export const areKeysOn = (): boolean => localStorage.getItem('keys') !== 'off';
export const setKeysOn = (isOn: boolean): void => localStorage.setItem('keys', isOn ? 'on' : 'off');

/** Binds keys while the component is on the page. They do nothing while a field or a dialog has the focus. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  useEffect(() => {
    layers.add(latest);
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !areKeysOn() || isTaken(event)) return;
      const binding = latest.current.find(([key]) => key === event.key);
      if (!binding) return;
      event.preventDefault();
      binding[2]();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      layers.delete(latest);
    };
  }, []);
}

/** Whether the key belongs to what has the focus. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector('[role=dialog]')) return true;
  const taking = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=listbox]';
  return target.closest(key === 'Enter' ? `${taking}, button, a, input` : taking) !== null;
}
