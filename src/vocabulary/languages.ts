import { z } from 'zod';
import { typeNames } from './shape-parts.ts';

/** Languages of messages (BCP 47). */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
/** The direction of their scripts. */
export const directionOf = (_language: Language): 'ltr' | 'rtl' => 'ltr';
export const languageSchema = z.enum(languages).register(typeNames, { typeName: 'Language' });
