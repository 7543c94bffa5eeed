import { z } from 'zod';
import { type Branding, type SchemeBranding, type Scheme, schemes } from '../../vocabulary/branding.ts';
import { describedLike, field } from '../../vocabulary/shape-parts.ts';
import { brandingShape } from '../../vocabulary/branding.ts';
import { badUserInput } from '../failure.ts';
import { nameSchema } from '../text.ts';
import { cards, contrast, leastContrast, ratioText } from './contrast.ts';

/** Bytes of an image of a branding. Those of a request that sets all of them fit into it. */
export const largestImage = 128 * 1024;

const nothing: SchemeBranding = { logo: null, accent: null, background: null };
export const noBranding: Branding = { name: null, favicon: null, light: nothing, dark: nothing };

/** The branding of a row, with null for what it does not set. */
export function brandingOf({ branding }: { branding: unknown }): Branding {
  const { light, dark, ...others } = branding as Partial<Branding>;
  return { ...noBranding, ...others, light: { ...nothing, ...light }, dark: { ...nothing, ...dark } };
}

// Hex digits only: nothing else can be in a style.
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Must be a color in six hex digits, for example #0b6e4f.')
  .toLowerCase();

const image = z
  .string()
  .max(Math.ceil(largestImage / 3) * 4 + 64)
  .meta({ format: 'uri' });
/** A single pixel. */
const exampleImage =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const imageOf = (what: string) =>
  `${what}: a PNG, JPEG or WebP of at most 128 KiB, and 4,096 pixels in width and height, as a data URL (RFC 2397) in base64; or the URL of an image that the platform returned. Null removes it.`;

const schemeBrandingChange = z
  .strictObject({
    logo: field(image.nullish(), imageOf('The logo'), exampleImage),
    accent: color
      .nullish()
      .describe('Color of buttons and links, as six hex digits. Refused if links are hard to read.'),
    background: color.nullish().describe('Color of the page around the card, as six hex digits.'),
  })
  .meta({ id: 'SchemeBrandingInput', description: 'How pages look in light colors, or in dark ones.' });

/** The fields of a branding to change. What is omitted stays, and null removes. */
export const brandingChangeSchema = z
  .strictObject({
    name: describedLike(brandingShape.shape.name, nameSchema.max(64).nullish()),
    favicon: image.nullish().describe(imageOf('The icon of the browser tab')),
    light: schemeBrandingChange.optional().describe('How pages look in light colors.'),
    dark: schemeBrandingChange.optional().describe('How pages look in dark colors.'),
  })
  .meta({ id: 'BrandingInput', description: 'Fields of a branding to change. Null removes one.' });
export type BrandingChange = z.output<typeof brandingChangeSchema>;

/** The branding after a change. BAD_USER_INPUT for a color in which links are hard to read. */
export function changedBranding(before: Branding, { light, dark, ...others }: BrandingChange): Branding {
  const after = {
    ...merged({ name: before.name, favicon: before.favicon }, others),
    light: merged(before.light, light ?? {}),
    dark: merged(before.dark, dark ?? {}),
  };
  for (const scheme of schemes) requireReadable(after[scheme].accent, scheme);
  return after;
}

function merged<Fields extends object>(
  before: Fields,
  change: { [F in keyof Fields]?: Fields[F] | undefined },
): Fields {
  const changes = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(changes) };
}

function requireReadable(accent: string | null, scheme: Scheme): void {
  const ratio = accent === null ? leastContrast : contrast(accent, cards[scheme]);
  if (ratio >= leastContrast) return;
  throw badUserInput(
    `Links in ${accent} on ${cards[scheme]} have a contrast of ${ratioText(ratio)}: at least ${ratioText(leastContrast)} is required.`,
    'branding',
    scheme,
    'accent',
  );
}
