import { en, type Texts } from './en/index.ts';

/**
 * English from right to left, the pseudo-locale "ar-XB" of CLDR: it shows whether the pages hold in such a language.
 * Applications get it with `ui_locales=ar-XB`.
 */
export const mirrored: Texts = { ...(mirror(en) as Texts), language: 'ar-xb', direction: 'rtl' };

function mirror(value: unknown): unknown {
  // Right-to-left override, and its end.
  if (typeof value === 'string') return value && `\u202e${value}\u202c`;
  if (typeof value === 'function')
    return (...args: unknown[]) => mirror((value as (...all: unknown[]) => unknown)(...args));
  if (Array.isArray(value)) return value.map(mirror);
  return Object.fromEntries(Object.entries(value as object).map(([key, text]) => [key, mirror(text)]));
}
