import { graphql, type ResultOf } from '../../data/graphql.ts';
import { recordContext } from '../../parts/record/record-context.ts';

export const IdentityProviderDocument = graphql(`
  query IdentityProvider($id: ID!) {
    identityProvider(id: $id) {
      id displayName version preset protocol isEnabled isShown isRequired createsAccounts
      addressTrust linking level2Values domains secretNames lastSucceededAt lastFailedAt lastError createdAt updatedAt
      claims { email emailVerified name givenName familyName locale }
      oidc { issuer clientId scopes authentication tenant apple { teamId keyId } }
      oauth2 {
        authorizationEndpoint tokenEndpoint userinfoEndpoint emailsEndpoint clientId scopes authentication subjectClaim
      }
      saml {
        metadataUrl entityId singleSignOnUrl signsRequests subjectAttribute
        certificates { expiresAt } signingCertificate { expiresAt }
      }
    }
  }
`);

/** The data that all tabs of an identity provider have. */
export type IdentityProvider = NonNullable<ResultOf<typeof IdentityProviderDocument>['identityProvider']>;

export const [IdentityProviderContext, useIdentityProvider] = recordContext<IdentityProvider>();

/** The facts about a person that claims can state. */
export const meanings = ['email', 'emailVerified', 'name', 'givenName', 'familyName', 'locale'] as const;

/** Whether a person has signed in with it since it is enabled, so that it is set up. */
export const isSetUp = ({ isEnabled, lastSucceededAt }: IdentityProvider): boolean =>
  isEnabled && lastSucceededAt !== null;
