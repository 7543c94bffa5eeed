import type { Operations } from '../../data/operation.ts';
import generated from '../../generated/operations.json';

/** The mutations with their forms, derived from schema.graphql. */
export const { operations, inputs, enums } = generated as unknown as Operations;

/** "setUserSuspended" as words: "Set user suspended". */
export function humanize(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return (
    words.charAt(0).toUpperCase() +
    words
      .slice(1)
      .replaceAll(
        /\b(api|url|uri|id|jwks|pkce|cors|mfa|totp|sms)(s?)\b/g,
        (_all, word: string, plural: string) => word.toUpperCase() + plural,
      )
  );
}
