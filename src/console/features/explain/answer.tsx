import { type ReactNode, useEffect } from 'react';
import { useQuery } from 'urql';
import { remember } from '../../data/explanations.ts';
import { graphql } from '../../data/graphql.ts';
import { useAddress } from '../../data/use-address.ts';
import { useMay } from '../../data/viewer.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Explanation } from './explanation.tsx';
import type { ExplanationProps } from './explanation-data.ts';

const ExplainDocument = graphql(`
  query Explain(
    $input: ExplainTokenExchangeInput!, $resources: Boolean!, $roles: Boolean!, $organizations: Boolean!,
    $organizationRoles: Boolean!, $rules: Boolean!
  ) {
    explainTokenExchange(input: $input) {
      outcome { isGranted error errorDescription reason scope expiresIn act }
      rules { rule applies isMet }
      client {
        application { id displayName exchangePolicy @include(if: $rules) { targets { apiResourceId scopes } } }
        isSuspended isThirdParty tokenExchangeAllowed managementApiAllowed type
      }
      subject { state user { id displayName email username phone } }
      target { accessTokenTtl isBuiltIn apiResource @include(if: $resources) { id displayName indicator } }
      membership { isMember organization { id displayName } }
      scopes {
        name isGranted reason isAllowed
        through {
          role @include(if: $roles) { id displayName }
          organizationRole @include(if: $organizationRoles) { id displayName }
          organization @include(if: $organizations) { id displayName }
        }
        inOtherOrganizations {
          role @include(if: $roles) { id displayName }
          organizationRole @include(if: $organizationRoles) { id displayName }
          organization @include(if: $organizations) { id displayName }
        }
      }
    }
  }
`);

/** The answer to a question, which is requested again when one of its records changes. */
export function Answer({ input }: Pick<ExplanationProps, 'input'>): ReactNode {
  const may = useMay();
  const { app, user, resource, org, scopes } = useAddress();
  const variables = {
    input,
    resources: may('resources:read'),
    roles: may('roles:read'),
    organizations: may('organizations:read'),
    organizationRoles: may('organization-roles:read'),
    rules: may('applications:read'),
  };
  const [{ data, error }, again] = useQuery({ query: ExplainDocument, variables });
  const explanation = data?.explainTokenExchange;
  useEffect(() => {
    if (explanation) remember({ app, user, resource, org, scopes });
    // Once: a repeated answer is to the same question.
  }, [explanation !== undefined]);
  if (explanation) return <Explanation explanation={explanation} input={input} />;
  return error ? <Fault error={error} again={again} /> : <Loading />;
}
