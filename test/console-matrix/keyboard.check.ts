import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationName } from '../../src/console/data/needs.ts';
import { operations } from '../../src/console/parts/change/operations.ts';
import { fillInRules, type Rules } from './keyboard-rules.ts';
import { fillIn, type Typist } from './keyboard.ts';
import { chosenFirst, eventsOf, operationNames, typedInput } from './operations.ts';
import { type Stage, startStage } from './stage.ts';

let stage: Stage;
let page: Page;
let typist: Typist;
beforeAll(async () => {
  stage = await startStage();
  page = await stage.console.open('/operations');
  // A key that does nothing is noticed soon.
  page.setDefaultTimeout(8000);
  const nameOf = async (id: string): Promise<string> => {
    const { nodes } = await stage.console.call<{ nodes: ({ displayName?: string } | null)[] }>(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Named { displayName } } }',
      { ids: [id] },
    );
    return nodes[0]?.displayName ?? id;
  };
  typist = { page, nameOf };
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('by keyboard alone', () => {
  it.each(operationNames)('%s is filled in, shows its events, and is left', { timeout: 120_000 }, async (name) => {
    await page.evaluate(
      (target) => history.pushState({}, '', target),
      `/console/operations?do=${name}${chosenFirst(name)}`,
    );
    const dialog = page.getByRole('dialog');
    await dialog.locator('form').waitFor();
    const input = typedInput(name, stage.records);
    if (name === 'setApplicationExchangePolicy') await fillInRules(typist, dialog, input as unknown as Rules);
    else await fillIn(typist, dialog, operations[name as OperationName].input, input);
    for (const type of eventsOf(name, stage.records)) {
      await dialog.getByText(type, { exact: true }).first().waitFor({ state: 'attached' });
    }
    const confirm = dialog.locator('button[type=submit]');
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    // The first one may close a list of options.
    const question = page.getByRole('alertdialog');
    const isAsked = (): Promise<boolean> => question.isVisible();
    for (let times = 0; times < 3 && !(await isAsked()) && (await dialog.isVisible()); times++)
      await page.keyboard.press('Escape');
    if (await isAsked()) for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await dialog.waitFor({ state: 'hidden' });
  });
});
