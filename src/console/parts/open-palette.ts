import { createContext } from 'react';

/** Opens the palette, which finds everything. */
export const OpenPalette = createContext<() => void>(() => undefined);
