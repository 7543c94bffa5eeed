import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is narrow: tables are cards, and filters are in a dialog. The same width as in console.css. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
