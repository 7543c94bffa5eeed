import type { Widened } from '../../../words/widened.ts';

export const texts = {
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
  noRedirectUri: 'It has no redirect URI yet. The code below returns to',
  addAddress: 'Add it',
  machine: 'Call an API as the application itself',
  machineText:
    'Paste the environment into a shell, then start the program. API_URL is an address of the API, if its resource indicator is none.',
  exchange: 'Call the next API for a person',
  exchangeText:
    'Paste the environment into a shell, with the access token that a person has sent to your API, then start the program.',
  calledApi: 'API resource that is called',
  environment: 'Environment',
  program: 'Program',
} as const;

export type Texts = Widened<typeof texts>;
