import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The accent of the sign-in pages, for what can be done. */
const ink: MantineColorsTuple = [
  '#eef0ff',
  '#dbe0fb',
  '#b6bff0',
  '#8f9ce6',
  '#6d7ddd',
  '#5869d8',
  '#4c5ed7',
  '#3b4cca',
  '#3141ac',
  '#26358f',
];

export const theme = createTheme({
  primaryColor: 'ink',
  colors: { ink },
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 4,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.375rem' },
  headings: { fontWeight: '600' },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs', autosize: true, minRows: 2 } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', checkIconPosition: 'right', allowDeselect: false } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Modal: { defaultProps: { centered: false, yOffset: '8vh', transitionProps: { duration: 120 } } },
  },
});
