import type { App } from '../../../src/app/create.ts';
import { basic, form, formHeaders, jsonOf, sendTokenRequest } from '../../support/exchanges/token-requests.ts';

/** The result of explainTokenExchange, with ids for records. */
export interface Explanation {
  outcome: {
    isGranted: boolean;
    error: string | null;
    errorDescription: string | null;
    reason: string | null;
    scope: string | null;
    expiresIn: number | null;
    act: object | null;
  };
  client: { tokenExchangeAllowed: boolean; type: string; isThirdParty: boolean; isSuspended: boolean } | null;
  subject: { state: string };
  membership: { isMember: boolean } | null;
  target: { accessTokenTtl: number } | null;
  scopes: {
    name: string;
    isGranted: boolean;
    reason: string | null;
    isAllowed: boolean;
    through: Holding[];
    inOtherOrganizations: Holding[];
  }[];
  rules: { rule: string; applies: boolean; isMet: boolean | null; detail: string | null }[];
}

export interface Holding {
  role: { id: string } | null;
  organizationRole: { id: string } | null;
  organization: { id: string } | null;
}

export interface Question {
  applicationId: string;
  userId: string;
  resource: string;
  scopes?: readonly string[] | null;
  organizationId?: string | null;
  impersonatorId?: string;
  subjectResource?: string;
  subjectScopes?: readonly string[];
  subjectAcr?: string;
  subjectAuthenticatedAt?: string;
}

const holding = '{ role { id } organizationRole { id } organization { id } }';
const query = `query ($input: ExplainTokenExchangeInput!) { explainTokenExchange(input: $input) {
  outcome { isGranted error errorDescription reason scope expiresIn act }
  client { tokenExchangeAllowed type isThirdParty isSuspended }
  subject { state } membership { isMember } target { accessTokenTtl }
  scopes { name isGranted reason isAllowed through ${holding} inOtherOrganizations ${holding} }
  rules { rule applies isMet detail }
} }`;

/** An administrator who calls explainTokenExchange through GraphQL. */
export async function explainer({ url, config, services }: App): Promise<(question: Question) => Promise<Explanation>> {
  const { clientId = '', clientSecret = '' } = services.firstStart ?? {};
  const { json } = await sendTokenRequest(`${url}/oidc/token`, {
    headers: { ...formHeaders, authorization: basic({ id: clientId, clientSecret: clientSecret ?? '' }) },
    body: form({ grant_type: 'client_credentials', resource: config.managementResource }),
  });
  const ask = async (body: object): Promise<{ explainTokenExchange: Explanation }> => {
    const { status, text } = await sendTokenRequest(`${url}/graphql`, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${json.access_token}` },
      body: JSON.stringify(body),
    });
    const answer = jsonOf(status, text) as { data: { explainTokenExchange: Explanation }; errors?: object };
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    return answer.data;
  };
  // The first request loads GraphQL, on a busy machine so long that others, which wait unread meanwhile, get a 408.
  await ask({ query: '{ __typename }' });
  return async (input) => (await ask({ query, variables: { input } })).explainTokenExchange;
}
