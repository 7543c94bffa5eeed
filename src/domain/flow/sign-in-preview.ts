import type { SignInPurpose } from '../../vocabulary/flows.ts';
import type { SignInPolicy } from './policy.ts';

/** The policy and the display of a first page. */
export interface PreviewQuery {
  policy: SignInPolicy;
  purpose: SignInPurpose;
  /** BCP 47 tag. */
  language: string;
  isDark: boolean;
}

/** The first pages that people see under policies, as HTML documents for looking at them, in the same order. */
export type PreviewSignIn<Reader> = (reader: Reader, queries: readonly PreviewQuery[]) => Promise<string[]>;
