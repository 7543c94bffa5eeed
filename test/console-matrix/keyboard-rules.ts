import type { Locator } from 'playwright-core';
import { texts } from '../../src/console/parts/exchange-rules/texts/en.ts';
import { chooseRecord, fillIn, tabTo, type Typist } from './keyboard.ts';

export interface Rules {
  applicationId: string;
  targets: { apiResourceId: string; scopes: string[] }[];
}

/** Fills in the rules of an application, whose form is not made of its input, by keys alone. */
export async function fillInRules(typist: Typist, dialog: Locator, { applicationId, targets }: Rules): Promise<void> {
  const { page } = typist;
  await fillIn(typist, dialog, 'SetApplicationExchangePolicyInput', { applicationId });
  const { form, rules } = texts;
  await tabTo(page, dialog.getByRole('radiogroup', { name: rules.targets }).getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowRight');
  for (const { apiResourceId, scopes } of targets) {
    await tabTo(page, dialog.getByRole('combobox', { name: form.choose }));
    await chooseRecord(typist, apiResourceId);
    const name = await typist.nameOf(apiResourceId);
    await tabTo(page, dialog.getByRole('combobox', { name: form.scopesOf(name) }));
    for (const scope of scopes) await page.keyboard.type(`${scope} `);
  }
  for (const name of [form.audience, form.scopes]) {
    await tabTo(page, dialog.getByRole('checkbox', { name }));
    await page.keyboard.press('Space');
  }
}
