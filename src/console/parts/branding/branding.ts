import type { Values } from '../change/values.ts';

export type Scheme = 'light' | 'dark';

interface SchemeBranding {
  logo: string | null;
  accent: string | null;
  background: string | null;
}

export interface Branding extends Record<Scheme, SchemeBranding> {
  name: string | null;
  favicon: string | null;
}

const nothing: SchemeBranding = { logo: null, accent: null, background: null };

/** The branding that is being edited. */
export function brandingIn({ branding }: Values): Branding {
  const { light, dark, ...others } = (branding ?? {}) as Partial<Branding>;
  return { name: null, favicon: null, ...others, light: { ...nothing, ...light }, dark: { ...nothing, ...dark } };
}
