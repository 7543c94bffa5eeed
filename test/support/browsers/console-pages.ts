import type { Page } from 'playwright-core';

/** Every page of the console. In pages of records, ":user" is in the place of the id of that record. */
export const consolePages: readonly string[] = [
  '/',
  '/users',
  '/organizations',
  '/invitations',
  '/applications',
  '/resources',
  '/roles',
  '/organization-roles',
  '/organization-scopes',
  '/map',
  '/explain',
  '/events',
  '/live',
  '/exchanges',
  '/webhooks',
  '/deliveries',
  '/sign-in',
  '/sign-in/tests',
  '/sign-in/branding',
  '/sign-in/preview',
  '/sign-in/identity-providers',
  '/sign-in/attempts',
  '/sign-in/events',
  '/jobs',
  '/connectors',
  '/messages',
  '/keys',
  '/access',
  '/operations',
  '/preferences',
  '/users/:user',
  '/users/:user/access',
  '/users/:user/organizations',
  '/users/:user/security',
  '/users/:user/exchanges',
  '/users/:user/events',
  '/applications/:service',
  '/applications/:service/settings',
  '/applications/:application/branding',
  '/applications/:service/credentials',
  '/applications/:service/roles',
  '/applications/:service/organizations',
  '/applications/:service/connect',
  '/applications/:service/events',
  '/organizations/:organization',
  '/organizations/:organization/applications',
  '/organizations/:organization/invitations',
  '/organizations/:organization/sign-in',
  '/organizations/:organization/settings',
  '/organizations/:organization/events',
  '/roles/:role',
  '/roles/:role/holders',
  '/roles/:role/applications',
  '/roles/:role/events',
  '/resources/:resource',
  '/resources/:resource/applications',
  '/resources/:resource/events',
  '/webhooks/:webhook',
  '/webhooks/:webhook/settings',
  '/webhooks/:webhook/secret',
  '/webhooks/:webhook/test',
  '/webhooks/:webhook/events',
  '/organization-roles/:organizationRole',
  '/organization-roles/:organizationRole/holders',
  '/organization-roles/:organizationRole/applications',
  '/organization-roles/:organizationRole/events',
  '/organization-scopes/:organizationScope',
  '/organization-scopes/:organizationScope/events',
  '/events/:toldEvent',
  '/deliveries/:delivery',
  '/exchanges/:exchange',
  '/sign-in/identity-providers/:identityProvider',
  '/sign-in/identity-providers/:identityProvider/settings',
  '/sign-in/identity-providers/:identityProvider/organizations',
  '/sign-in/identity-providers/:identityProvider/people',
  '/sign-in/identity-providers/:identityProvider/events',
  '/sign-in/attempts/:signInAttempt',
  '/jobs/:job',
  '/jobs/:job/events',
  '/connectors/:connector',
  '/connectors/:connector/test',
  '/connectors/:connector/messages',
  '/connectors/:connector/events',
];

/** Goes to a page, with or without a query, without loading the console again, and waits until it is complete. */
export async function visit(
  page: Page,
  path: string,
  records: Readonly<Record<string, unknown>>,
  sign = 'h1',
): Promise<void> {
  await complete(page, await begin(page, path, records), sign);
}

/** Begins to go to a page, and returns its address. */
export async function begin(page: Page, path: string, records: Readonly<Record<string, unknown>>): Promise<string> {
  const [pattern = '', ...query] = path.split(/(?=\?)/);
  const address = pattern.replace(/:(\w+)/, (_, name: string) => String(records[name]));
  await page.evaluate((target) => history.pushState({}, '', target), `/console${address}${query.join('')}`);
  return address;
}

/** Waits until the page at this address is shown and complete: until it has a heading, or what `sign` selects. */
export async function complete(page: Page, address: string, sign = 'h1'): Promise<void> {
  await page.locator(`main[data-path="${address}"]:not(:has([aria-busy=true])) ${sign}`).first().waitFor();
}
