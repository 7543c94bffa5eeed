import type { ExchangeReason } from '../../../vocabulary/exchanges/exchange-reasons.ts';
import type { Recognizable } from '../../data/records/recognition.ts';
import type { SourceRecord, Source } from '../../parts/access/Sources.tsx';
import type { Texts } from './texts/en.ts';

export interface ExplainedScope {
  name: string;
  isGranted: boolean;
  reason:
    | 'EXCHANGE_REFUSED'
    | 'HELD_IN_OTHER_ORGANIZATION'
    | 'MALFORMED'
    | 'MANAGEMENT_API_NOT_ALLOWED'
    | 'NOT_ALLOWED_FOR_APPLICATION'
    | 'NOT_CARRIED'
    | 'NOT_HELD'
    | 'UNKNOWN_SCOPE'
    | null;
  isAllowed: boolean;
  through: Source[];
  inOtherOrganizations: Source[];
}

/** The result of `explainTokenExchange`. */
export interface ExplanationData {
  outcome: {
    isGranted: boolean;
    error: string | null;
    errorDescription: string | null;
    reason: ExchangeReason | null;
    scope: string | null;
    expiresIn: number | null;
    act: object | null;
  };
  client: {
    application:
      | (SourceRecord & {
          exchangePolicy?: {
            targets: readonly { apiResourceId: string; scopes: readonly string[] }[] | null;
          } | null;
        })
      | null;
    isSuspended: boolean;
    isThirdParty: boolean;
    tokenExchangeAllowed: boolean;
    managementApiAllowed: boolean;
    type: string;
  } | null;
  subject: { state: 'ACTIVE' | 'SUSPENDED' | 'UNKNOWN'; user: Recognizable | null };
  target: {
    accessTokenTtl: number;
    isBuiltIn: boolean;
    apiResource?: (SourceRecord & { indicator: string }) | null;
  } | null;
  membership: { isMember: boolean; organization: SourceRecord | null } | null;
  rules: { rule: keyof Texts['rules']; applies: boolean; isMet: boolean | null }[];
  scopes: ExplainedScope[];
}

export interface ExplanationProps {
  explanation: ExplanationData;
  input: { applicationId: string; userId: string; resource: string; organizationId?: string; scopes?: string[] };
}
