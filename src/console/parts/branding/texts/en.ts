import type { Widened } from '../../../words/widened.ts';

export const texts = {
  title: 'Branding',
  explanations: {
    updateApplication:
      'How the pages and mails of this application look. What is empty is as in the sign-in experience.',
    updateSignInExperience: 'How pages and mails look. Applications can have their own branding, which comes first.',
  },
  name: 'Name',
  nameHint: 'At the top, beside the logo.',
  favicon: 'Icon of the browser tab',
  schemes: { light: 'Light colors', dark: 'Dark colors' },
  logo: 'Logo',
  accent: 'Buttons and links',
  background: 'Background of the page',
  pick: 'Pick a color',
  hex: 'Six hex digits, such as #0b6e4f.',
  choose: 'Choose an image',
  remove: 'Remove',
  noImage: 'This is no picture in PNG, JPEG or WebP.',
  none: 'none',
  textOn: { '#ffffff': 'White text on it', '#000000': 'Black text on it' },
  links: 'Links on the card',
  isGood: 'good to read',
  isLittle: (least: string) => `too little: at least ${least}`,
  save: 'Save changes',
  drop: 'Discard',
} as const;

export type Texts = Widened<typeof texts>;
