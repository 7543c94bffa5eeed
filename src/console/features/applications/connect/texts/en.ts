import type { Widened } from '../../../../words/widened.ts';

export const texts = {
  newSecret: 'New secret',
  newSecretNext: 'Next: copy the environment below, which has it already, or try it at the end of this page.',
  secretStays: 'Copy it now. This page keeps it until you have copied it, or until you reload or close the page.',
  copySecret: 'Copy secret',
  codeWithIt: 'Code with it, and try it',
  steps: 'From here to its first exchange',
  step: {
    rules: (api: string | undefined, scopes: string) =>
      api === undefined
        ? 'Choose the APIs that it calls for people'
        : `Limit what it may exchange: only ${scopes ? `${scopes} at ${api}` : api}`,
    role: 'Put scopes of the API that it calls into a role',
    afterApi: 'after an API',
    served: "Choose the API that it serves: people's tokens are for it",
    newApi: 'or register it first',
  },
  addresses: 'For your configuration',
  clientId: 'Client id',
  issuer: 'Issuer',
  discovery: 'Discovery document',
  token: 'Token endpoint',
  signIn: 'Sign people in',
  signInText: {
    MACHINE_TO_MACHINE: '',
    NATIVE: 'People sign in in the browser of the device, with PKCE. There is no secret.',
    SINGLE_PAGE:
      'People sign in on a page of the platform, with PKCE. There is no secret. The origin of your page must be among its origins (CORS).',
    TRADITIONAL_WEB: 'People sign in on a page of the platform. The secret stays on your server, in CLIENT_SECRET.',
  },
  tokenFor: (api: string) => `The access token is for ${api}, which this application serves.`,
  noRedirectUri: 'It has no redirect URI yet. The code below returns to',
  addAddress: 'Add it',
  machine: 'Call an API as the application itself',
  machineText: 'Paste the environment into a shell, then start the program.',
  chooseApi: 'Choose it: nothing in the settings of this application names one.',
  apiUrl:
    'API_URL is the address that the program calls: the base URL of this API, at which its server responds. The platform does not know it. At first it is the resource indicator: replace it if the server has another address.',
  exchange: 'Call the next API for a person',
  exchangeText:
    'Paste the environment into a shell, with the access token that a person has sent to your API, then start the program.',
  variables:
    'CLIENT_SECRET is the secret, USER_ACCESS_TOKEN the token to exchange, RESOURCE the resource indicator of the API that is called, and API_URL its base URL, at which its server responds.',
  calledApi: 'API resource that is called',
  environment: 'Environment',
  program: 'Program',
} as const;

export type Texts = Widened<typeof texts>;
