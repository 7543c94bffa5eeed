import type { BrowserContextOptions, Page } from 'playwright-core';

/** A window and its colors. */
export interface View {
  name: string;
  viewport: { width: number; height: number };
  media: NonNullable<Parameters<Page['emulateMedia']>[0]>;
}

/** A way to open pages, and the windows in which each is looked at. */
export interface Mode {
  name: string;
  context?: BrowserContextOptions;
  /** Whether an application and the platform have a branding. */
  isBranded?: boolean;
  views: readonly View[];
}

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const narrow = { width: 320, height: 700 };
const plain = { forcedColors: 'none' } as const;

const light = { name: 'light', viewport: wide, media: { ...plain, colorScheme: 'light' } } as const;
const dark = { name: 'dark', viewport: wide, media: { ...plain, colorScheme: 'dark' } } as const;
const onPhone = { name: 'phone', viewport: phone, media: light.media };
const onDarkPhone = { name: 'dark-phone', viewport: phone, media: dark.media };
const onNarrow = { name: 'narrow', viewport: narrow, media: light.media };
const forced = { name: 'forced', viewport: phone, media: { forcedColors: 'active', colorScheme: 'dark' } } as const;

export const modes: readonly Mode[] = [
  { name: 'English', views: [light, dark, onPhone, onNarrow, forced] },
  { name: 'Arabic', context: { locale: 'ar' }, views: [light, onDarkPhone] },
  { name: 'Japanese', context: { locale: 'ja' }, views: [onPhone, dark] },
  { name: 'Spanish', context: { locale: 'es' }, views: [onNarrow, light] },
  { name: 'a branding', isBranded: true, views: [light, dark, onPhone, onDarkPhone] },
];
