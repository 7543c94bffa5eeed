import type { Texts } from './texts/en.ts';

/** Why an exchange names no API resource: there is none that the request named, or it was refused before. */
export const withoutApi = (reason: string | null, texts: Texts): string =>
  reason === 'UNKNOWN_RESOURCE' ? texts.noSuchApi : texts.notRead;
