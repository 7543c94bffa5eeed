import type { Locator, Page } from 'playwright-core';
import type { TestConsole } from './console.ts';

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** The path of a page with the dialog of an operation. */
export const address = (path: string, operation: string, input: object): string =>
  `${path}?do=${operation}&with=${encodeURIComponent(JSON.stringify(input))}`;

/** Confirms the change of the dialog, and waits until it is made: then the dialog is closed. */
export async function confirm(page: Page, button: string | RegExp): Promise<void> {
  await dialog(page).getByRole('button', { name: button, exact: true }).click();
  await dialog(page).waitFor({ state: 'hidden' });
}

interface UserNow {
  name: string;
  username: string | null;
  isSuspended: boolean;
  customData: object;
  roles: { name: string }[];
}

/** Changes through the Management API, and what they lead to. `started` is called by each, after the start. */
export function changesOf(started: () => Pick<TestConsole, 'call'>) {
  /** Runs a mutation of the platform, and returns its payload. */
  async function run<Payload>(operation: string, fields: string, input: object): Promise<Payload> {
    const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
    const data = await started().call<Record<string, Payload>>(
      `mutation ($input: ${type}!) { ${operation}(input: $input) { ${fields} } }`,
      { input },
    );
    const [payload] = Object.values(data);
    if (!payload) throw new Error(`${operation} returned nothing.`);
    return payload;
  }
  return {
    run,
    newUser: async (name: string, more: object = {}): Promise<string> =>
      (await run<{ user: { id: string } }>('createUser', 'user { id }', { name, ...more })).user.id,
    newRole: async (name: string): Promise<string> =>
      (await run<{ role: { id: string } }>('createRole', 'role { id }', { name })).role.id,
    userNow: async (id: string): Promise<UserNow> =>
      (
        await started().call<{ user: UserNow }>(
          'query ($id: ID!) { user(id: $id) { name username isSuspended customData roles { name } } }',
          { id },
        )
      ).user,
  };
}
