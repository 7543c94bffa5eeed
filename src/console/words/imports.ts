import { use } from 'react';
import type { Imports } from './en-imports.ts';
export type { Imports } from './en-imports.ts';
import { type Language, preferredLanguage } from './index.ts';

const languages: Readonly<Record<Language, () => Promise<Imports>>> = {
  en: async () => (await import('./en-imports.ts')).imports,
  de: async () => (await import('./de-imports.ts')).imports,
};
const loading = languages[preferredLanguage()]();

/** The texts of the import of users: only its dialog loads them. */
export const useImports = (): Imports => use(loading);
