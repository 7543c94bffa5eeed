import type { Branding } from '../../vocabulary/branding.ts';
import { schemes } from '../../vocabulary/branding.ts';
import { badUserInput } from '../failure.ts';
import type { PictureFile } from '../people/picture/picture-file.ts';
import { readPicture } from '../people/picture/picture.ts';
import { type BrandingChange, largestImage } from './branding.ts';

interface ImageField {
  path: readonly string[];
  /** A data URL, or the URL of an image that is stored. */
  text: string;
}

/** The images of a branding, or those that a change sets. */
export function imagesIn({ favicon, light, dark }: Branding | BrandingChange): ImageField[] {
  const fields = [
    { path: ['branding', 'favicon'], text: favicon },
    ...schemes.map((scheme) => ({ path: ['branding', scheme, 'logo'], text: { light, dark }[scheme]?.logo })),
  ];
  return fields.flatMap(({ path, text }) => (text ? [{ path, text }] : []));
}

const dataUrl = /^data:[\w/+.-]*;base64,([\w+/]*={0,2})$/;

/** The new images of a change, by their data URLs. BAD_USER_INPUT for what is no image. */
export function newImagesIn(change: BrandingChange | undefined): Map<string, PictureFile> {
  const images = new Map<string, PictureFile>();
  for (const { path, text } of change ? imagesIn(change) : []) {
    if (!text.startsWith('data:')) continue;
    const [, base64] = dataUrl.exec(text) ?? [];
    if (base64 === undefined) throw badUserInput('Is not a data URL (RFC 2397) in base64.', ...path);
    images.set(text, readPicture(Buffer.from(base64, 'base64'), path, largestImage));
  }
  return images;
}

/** The change with the addresses of its images. */
export function withAddresses(change: BrandingChange, addressOf: (text: string) => string): BrandingChange {
  const replaced = (text: string | null | undefined) => (text ? addressOf(text) : text);
  const { favicon, light, dark, ...others } = change;
  return {
    ...others,
    favicon: replaced(favicon),
    ...(light && { light: { ...light, logo: replaced(light.logo) } }),
    ...(dark && { dark: { ...dark, logo: replaced(dark.logo) } }),
  };
}
