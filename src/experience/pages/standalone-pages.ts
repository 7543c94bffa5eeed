/** The pages on which people begin without an application. */
export const standalonePages = [
  { address: '/reset-password', purpose: 'reset', cookie: 'mandate_reset', expired: 'reset-expired' },
  { address: '/sign-up', purpose: 'sign-up', cookie: 'mandate_sign_up', expired: 'sign-up-expired' },
] as const;
export type StandalonePage = (typeof standalonePages)[number];

/** The text that a flow is bound to. No authorization request has such an id. */
export const boundTo = ({ address }: StandalonePage, secret: string): string => `${address}:${secret}`;

/** The page of a flow that was begun without an application. */
export const standalonePageOf = (uid: string): StandalonePage | undefined =>
  standalonePages.find((page) => uid.startsWith(boundTo(page, '')));
