import { z } from 'zod';
import { field, url } from './shape-parts.ts';

/** The color schemes of pages. */
export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/** The public shapes of how pages and mails look. What is null is not set there. */
const schemeBrandingShape = z
  .strictObject({
    logo: field(
      url.nullable(),
      'URL of the logo. Where only the other scheme has one, that is shown.',
      'https://id.example.com/assets/47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
    ),
    accent: field(z.string().nullable(), 'Color of buttons and links, as six hex digits.', '#0b6e4f'),
    background: field(z.string().nullable(), 'Color of the page around the card, as six hex digits.', '#eaf4ef'),
  })
  .meta({ id: 'SchemeBranding', description: 'How pages look in light colors, or in dark ones.' });

export const brandingShape = z
  .strictObject({
    name: field(z.string().nullable(), 'Name at the top of pages and mails, beside the logo.', 'Example Shop'),
    favicon: field(url.nullable(), 'URL of the icon of the browser tab.', null),
    light: schemeBrandingShape,
    dark: field(schemeBrandingShape, 'How pages look in dark colors.', { logo: null, accent: null, background: null }),
  })
  .meta({ id: 'Branding', description: 'How pages and mails look. What is null is not set here.' });

export type Branding = z.infer<typeof brandingShape>;
export type SchemeBranding = Branding[Scheme];
