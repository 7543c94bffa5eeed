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
export const textOf = (texts: Texts, reason: ExchangeReason): string => textsOf(texts)[reason];

const textsOf = (texts: Texts): Readonly<Record<ExchangeReason, string>> => ({
  ...texts.reasons,
  ...faultsOf('SUBJECT', texts.faults, texts.subject),
  ...faultsOf('ACTOR', texts.faults, texts.actor),
});

const faultsOf = <Role extends string, Fault extends string>(
  role: Role,
  faults: Readonly<Record<Fault, string>>,
  sentence: (fault: string) => string,
) =>
  Object.fromEntries(
    Object.entries<string>(faults).map(([fault, text]) => [`${role}_${fault}`, sentence(text)]),
  ) as Record<`${Role}_${Fault}`, string>;
