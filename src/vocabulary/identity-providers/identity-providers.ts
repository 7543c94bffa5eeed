/** The protocols of identity providers. The settings of a protocol are in the field with its name. */
export const providerProtocols = ['oidc', 'oauth2', 'saml'] as const;
export type ProviderProtocol = (typeof providerProtocols)[number];

/** When an email address of an identity provider counts as verified. */
export const addressTrusts = ['never', 'claim', 'domains'] as const;
export type AddressTrust = (typeof addressTrusts)[number];

/** The treatment of an identity that is new while an account has its email address. */
export const linkings = ['ask', 'automatic', 'never'] as const;
export type Linking = (typeof linkings)[number];

/** The ways in which the platform authenticates at the token endpoint of an identity provider. */
export const clientAuthentications = ['client_secret_basic', 'client_secret_post', 'apple_client_secret'] as const;
export type ClientAuthentication = (typeof clientAuthentications)[number];

/** The ways in which an identity provider sends people back: with a query, or with a form that the browser posts. */
export type ResponseMode = 'query' | 'form_post';

/**
 * The statement of an identity provider by which an email address is verified. `claim-true`: the claim is true. `claim-
 * true-or-text`: true, or the text "true". `xms-edov`: the claim of Microsoft, of one tenant only. `primary-of-emails`:
 * the primary entry of the list of addresses is verified.
 */
export type VerifiedAddressRule = 'claim-true' | 'claim-true-or-text' | 'xms-edov' | 'primary-of-emails';

/** The progress of a trial sign-in. */
export const signInTrialStates = ['waiting', 'received'] as const;
export type SignInTrialState = (typeof signInTrialStates)[number];

/** The effects of a sign-in with an identity. */
export const identityEffects = ['sign-in', 'sign-up', 'link', 'refuse'] as const;
export type IdentityEffect = (typeof identityEffects)[number];

/** Steps at which the test of an identity provider can fail. */
export const providerTestSteps = ['connect', 'discovery', 'issuer', 'endpoints', 'keys', 'algorithms'] as const;
export type ProviderTestStep = (typeof providerTestSteps)[number];
