import { canReceive, isPasskeyOffered } from '../flow/entry.ts';
import type { Page } from '../flow/page.ts';
import { duration, type Texts } from '../texts/index.ts';

/** The text of a problem. */
export function problemText(page: Page, texts: Texts, now: Date): string {
  const { problem } = page;
  if (!problem) return '';
  const text = texts.problems[problem.name];
  const sentence =
    typeof text === 'string' ? text : text(duration(texts, 'until' in problem ? problem.until : now, now));
  return problem.attempts === 'password' && page.step === 'identify' ? sentence + waysLeft(page, texts) : sentence;
}

/** The other ways of this first page. They follow from the policy and what was typed, so they reveal no account. */
function waysLeft(page: Page, texts: Texts): string {
  const { addresses, identifier, canReset } = page;
  const { email, phone, passkey, password } = texts.otherWays;
  const names = [
    ...(canReceive(addresses, identifier) ? addresses.map((kind) => ({ email, phone })[kind]) : []),
    ...(isPasskeyOffered(page) ? [passkey] : []),
    ...(canReset ? [password] : []),
  ];
  if (!names.length) return '';
  return texts.stillWorks(new Intl.ListFormat(texts.language, { type: 'disjunction' }).format(names));
}
