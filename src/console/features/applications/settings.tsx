import type { ReactNode } from 'react';
import { AccountApi } from './account-api.tsx';
import { Addresses } from './addresses.tsx';
import { Danger } from './danger.tsx';
import { ExchangeRules } from './exchange-rules.tsx';
import { General } from './general.tsx';
import { TokenExchange } from './token-exchange.tsx';
import { Tokens } from './tokens.tsx';

/** The one tab of what can be set of an application, and how it ends. */
export const ApplicationSettings = (): ReactNode => (
  <>
    <General />
    <Addresses />
    <Tokens />
    <TokenExchange />
    <ExchangeRules />
    <AccountApi />
    <Danger />
  </>
);
