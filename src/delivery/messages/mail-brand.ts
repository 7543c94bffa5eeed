import type { Brand } from '../../domain/branding/brand.ts';
import { textOn } from '../../domain/branding/contrast.ts';
import { type Markup, markup } from '../../http/markup.ts';
import { type Language, securedBy } from '../../vocabulary/languages.ts';
import type { Scheme } from '../../vocabulary/branding.ts';

/** The look of mails. Their images are at the address of the platform. */
export interface MailBrand extends Brand {
  publicUrl: string;
}

/** The color of buttons and links, and that of the text of a button, by scheme. */
export type MailColors = Record<Scheme, { accent: string; text: string }>;

const ours: MailColors = {
  light: { accent: '#3b4cca', text: '#ffffff' },
  dark: { accent: '#a3b0ff', text: '#12162b' },
};

export function mailColors(brand: MailBrand | null): MailColors {
  const colorsIn = (scheme: Scheme) => {
    const accent = brand?.colors[scheme].accent;
    return accent ? { accent, text: textOn(accent) } : ours[scheme];
  };
  return { light: colorsIn('light'), dark: colorsIn('dark') };
}

/** The sender of the mail, as a text besides the logo: many programs show no images. */
export function mailHeader(brand: MailBrand | null): Markup {
  if (!brand || (!brand.logos && !brand.owner)) return markup``;
  const { logos, owner, publicUrl } = brand;
  const image = logos
    ? markup`<img src="${new URL(logos.light, publicUrl).href}" alt="" height="40" style="height: 40px; max-width: 200px; padding: 4px; vertical-align: middle; background: #ffffff; border-radius: 6px;"> `
    : '';
  return markup`<p style="margin: 0 0 24px; font-weight: 600;">${image}<span style="vertical-align: middle;">${owner}</span></p>\n`;
}

export const mailFoot = (brand: MailBrand | null, language: Language): Markup =>
  brand ? markup`<p style="margin: 32px 0 0; font-size: 13px;">${securedBy[language]}</p>\n` : markup``;
