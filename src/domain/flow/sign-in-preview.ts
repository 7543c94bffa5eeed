import type { FlowPurpose } from '../../vocabulary/flows.ts';
import type { SignInPolicy } from './policy.ts';

interface PreviewQuestion {
  purpose: FlowPurpose;
  /** BCP 47 tag. */
  language: string;
  isDark: boolean;
}

/** The first page that people see under a policy, as an HTML document for looking at it. */
export type PreviewSignIn<Reader> = (
  policy: SignInPolicy,
  reader: Reader,
  question: PreviewQuestion,
) => Promise<string>;
