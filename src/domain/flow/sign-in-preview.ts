import type { SignInPurpose } from '../../vocabulary/flows.ts';
import type { Branding } from '../../vocabulary/branding.ts';
import type { BrandedApplication } from '../branding/brand.ts';
import type { SignInPolicy } from './policy.ts';

/** The policy, the look and the display of a first page. */
export interface PreviewQuery {
  /** The policy and the branding of all applications; undefined for the present ones. */
  experience: { policy: SignInPolicy; branding: Branding } | undefined;
  /** The application that is signed in to, with its branding; undefined for one without. */
  application: BrandedApplication | undefined;
  purpose: SignInPurpose;
  /** BCP 47 tag. */
  language: string;
  isDark: boolean;
}

/** The first pages that people see under policies, as HTML documents for looking at them, in the same order. */
export type PreviewSignIn<Reader> = (reader: Reader, queries: readonly PreviewQuery[]) => Promise<string[]>;
