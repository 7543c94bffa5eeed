import { useCallback } from 'react';
import type { ExchangeReason } from '../../../vocabulary/exchanges/exchange-reasons.ts';
import { ownTexts } from '../own-texts.ts';
import type { Texts } from './en.ts';

const useTexts = ownTexts<Texts>({ en: () => import('./en.ts'), de: () => import('./de.ts') });

interface Refused {
  /** Null: a reason of another version. */
  reason: ExchangeReason | null;
  /** `error_description` of the response, in English. */
  description: string | null;
}

export type ReasonOf = (refused: Refused) => string;

/** Why a token exchange was refused, in words. */
export function useExchangeReasons(): ReasonOf {
  const texts = useTexts();
  return useCallback(
    ({ reason, description }) => (reason === null ? (description ?? '') : textOf(texts, reason)),
    [texts],
  );
}

/** That of a code; of a fault of a token, which one it is and what is wrong with it. */
export function textOf({ reasons, faults, subject, actor }: Texts, reason: ExchangeReason): string {
  if (reason in reasons) return reasons[reason as keyof typeof reasons];
  const [role, ...fault] = reason.split('_');
  const text = faults[fault.join('_') as keyof typeof faults];
  return role === 'ACTOR' ? actor(text) : subject(text);
}
