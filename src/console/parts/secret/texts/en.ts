import type { Widened } from '../../../words/widened.ts';

export const texts = {
  /** `what` is the kind of the value, and its name if it has one. */
  notCopied: (what: string, name: string) =>
    `The ${what.charAt(0).toLowerCase()}${what.slice(1)}${name && ` “${name}”`} was not copied. It cannot be shown again.`,
  stay: 'Go back',
  leave: 'Leave without a copy',
} as const;

export type Texts = Widened<typeof texts>;
