import { hash } from 'node:crypto';
import { type Branding, type Scheme, type SchemeBranding, schemes } from '../../vocabulary/branding.ts';

/** The look of pages and mails. The place for texts and fonts of a brand, too. */
export interface Brand {
  /** At the top, beside the logo; null if the logo is alone, or nothing is known. */
  name: string | null;
  /** Paths below `PUBLIC_URL`; null without a logo. */
  logos: Record<Scheme, string> | null;
  /** The owner of the logo. */
  owner: string;
  favicon: string | null;
  colors: Record<Scheme, Pick<SchemeBranding, 'accent' | 'background'>>;
}

/** An application with what it shows. */
export interface BrandedApplication {
  id: string;
  name: string;
  isThirdParty: boolean;
  logoUri: string | null;
  branding: Branding;
}

/**
 * The brand of pages: each field is that of the application, or else that of all applications. Null if neither has
 * any. The two logos of a record belong together.
 */
export function brandOf(application: BrandedApplication | null, shared: Branding): Brand | null {
  const branding = application?.branding;
  const logos = (branding && logosOf(branding)) ?? copiedLogo(application) ?? logosOf(shared);
  const favicon = branding?.favicon ?? shared.favicon;
  const name = branding?.name ?? shared.name;
  const colors = { light: colorsOf('light', branding, shared), dark: colorsOf('dark', branding, shared) };
  const isColored = schemes.some((scheme) => colors[scheme].accent ?? colors[scheme].background);
  if (!logos && !favicon && name === null && !isColored) return null;
  const owner = name ?? application?.name ?? '';
  return { name: name ?? (logos ? null : owner || null), logos, owner, favicon: favicon && pathOf(favicon), colors };
}

/** The logos of a branding. */
export function logosOf({ light, dark }: Branding): Brand['logos'] {
  const logo = light.logo ?? dark.logo;
  return logo === null ? null : { light: pathOf(logo), dark: pathOf(dark.logo ?? logo) };
}

/**
 * The copy of the image at `logoUri`. Not that of a third party: who serves the image could change it to look like the
 * platform, on the page that takes passwords.
 */
function copiedLogo(application: BrandedApplication | null): Brand['logos'] {
  if (!application?.logoUri || application.isThirdParty) return null;
  const path = copiedLogoPath({ ...application, logoUri: application.logoUri });
  return { light: path, dark: path };
}

/** The path of the copy of an application's logo, which changes with its address. */
export const copiedLogoPath = ({ id, logoUri }: { id: string; logoUri: string }): string =>
  `/sign-in/logos/${id}?v=${hash('sha256', logoUri, 'base64url').slice(0, 12)}`;

const colorsOf = (scheme: Scheme, branding: Branding | undefined, shared: Branding) => ({
  accent: branding?.[scheme].accent ?? shared[scheme].accent,
  background: branding?.[scheme].background ?? shared[scheme].background,
});

/** An image stays where it is when the address of the platform changes. */
const pathOf = (address: string): string => address.slice(address.lastIndexOf('/assets/'));
