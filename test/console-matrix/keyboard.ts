import type { ElementHandle, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { enums, inputs, isNamed } from '../../src/console/parts/change/operations.ts';
import { pickerOf } from '../../src/console/parts/picker/kinds.ts';
import type { FormField } from '../../src/console/data/operation.ts';
import { en } from '../../src/console/words/en.ts';

/** Somebody who has a keyboard and no mouse. */
export interface Typist {
  page: Page;
  /** The name of a record, as the list of a picker shows it. */
  nameOf(id: string): Promise<string>;
}

/** Tabs to an element of a form: more than any form has. */
const mostTabs = 200;
/** Milliseconds: longer than a picker waits after a key, and the platform takes to answer. */
const searchPause = 400;
/** The text of a label without the sign of a required field, which is in its name where hidden text counts. */
const unmarked = 'normalize-space(translate(., "*", ""))';

/** Fills in the fields of an input type within a part of the page, by keys alone. */
export async function fillIn(typist: Typist, part: Locator, type: string, values: object): Promise<void> {
  for (const field of inputs[type] ?? []) {
    const value: unknown = Object.entries(values).find(([name]) => name === field.name)?.[1];
    if (value === undefined || value === null) continue;
    if (!inputs[field.type]) await fillInField(typist, part, field, value);
    else if (field.isList && isNamed(field.type)) await typeChips(typist, part, field, value as { name: string }[]);
    else if (field.isList) await addObjects(typist, part, field, value as object[]);
    else await fillInObject(typist, part, field, value);
  }
}

/** Moves the focus to an element with the Tab key; unfolds what hides it, from the outside in. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  const folded = target.locator('xpath=ancestor::details[not(@open)]/summary').first();
  for (let summary = await firstOf(folded); summary; summary = await firstOf(folded)) {
    await tab(page, summary);
    // It may have opened meanwhile, because of a problem in it.
    const isFolded = await summary.evaluate((element) => element.closest('details')?.open === false);
    if (isFolded) await page.keyboard.press('Space');
  }
  await tab(page, target);
}

/** An element that stays the same if the page changes. */
const firstOf = async (locator: Locator): Promise<ElementHandle<Element> | undefined> =>
  ((await locator.elementHandles()) as ElementHandle<Element>[])[0];

interface Focusable {
  evaluate(run: (element: Element) => boolean): Promise<boolean>;
  toString(): string;
}

async function tab(page: Page, target: Focusable): Promise<void> {
  const hasFocus = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  await expect.poll(() => isInDialog(page), { message: 'The dialog has the focus' }).toBe(true);
  for (let tabs = 0; !(await hasFocus()); tabs++) {
    if (tabs > mostTabs) throw new Error(`The Tab key does not lead to ${String(target)}`);
    await page.keyboard.press('Tab');
    if (!(await isInDialog(page))) throw new Error(`The Tab key leaves the dialog, before ${String(target)}`);
  }
}

/** Whether the focus is in the open dialog, and not in the page behind it. */
const isInDialog = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('[role=dialog]') != null);

/** An optional object is opened first. */
async function fillInObject(typist: Typist, part: Locator, field: FormField, value: object): Promise<void> {
  const { name, type } = field;
  // A value that was chosen before the form has no box.
  if (field.onlyWith && field.isRequired) return fillIn(typist, part, type, value);
  const label = en.label(name);
  // A record that was chosen has its objects once it is read.
  await typist.page.waitForTimeout(searchPause);
  const add = part.getByRole('button', { name: en.change.addObject(label), exact: true, includeHidden: true });
  if ((await add.count()) > 0) {
    await tabTo(typist.page, add.first());
    await typist.page.keyboard.press('Enter');
  }
  const box = part.locator(`xpath=.//fieldset[legend[${unmarked}="${label}"]]`).first();
  return fillIn(typist, box, type, value);
}

/** Types the names of new records, each of which becomes a chip. */
async function typeChips(typist: Typist, part: Locator, { name }: FormField, items: { name: string }[]): Promise<void> {
  const named = { name: en.label(name), exact: true, includeHidden: true };
  await tabTo(typist.page, part.getByRole('textbox', named).or(part.getByRole('combobox', named)));
  for (const item of items) await typist.page.keyboard.type(`${item.name} `);
}

async function addObjects(typist: Typist, part: Locator, { name, type }: FormField, items: object[]): Promise<void> {
  const add = part.getByRole('button', { name: en.change.addItem(en.label(name)), includeHidden: true });
  for (const [index, item] of items.entries()) {
    await tabTo(typist.page, add.last());
    await typist.page.keyboard.press('Enter');
    await fillIn(typist, part.getByRole('region', { name: en.change.item(index + 1) }).last(), type, item);
  }
}

async function fillInField(typist: Typist, part: Locator, field: FormField, value: unknown): Promise<void> {
  const { page } = typist;
  if (Array.isArray(value) && value.length === 0) {
    const none = part.getByRole('checkbox', { name: en.change.none(en.label(field.name)), includeHidden: true });
    await tabTo(page, none);
    await page.keyboard.press('Space');
    return;
  }
  const name = { name: en.label(field.name), exact: true, includeHidden: true };
  const roles = ['textbox', 'combobox', 'checkbox', 'spinbutton'] as const;
  // Passwords and times have no role; their label leads to them.
  const label = `.//label[${unmarked}="${name.name}" or starts-with(${unmarked}, "${name.name} (")]`;
  const byLabel = part.locator(`xpath=${label}/following::*[self::input or self::textarea][1]`);
  const byRole = roles.map((role) => part.getByRole(role, name)).reduce((all, one) => all.or(one));
  const control = (await byRole.count()) > 0 ? byRole.first() : byLabel.first();
  await tabTo(page, control);
  if (field.widget === 'duration') {
    await typeDuration(page, Number(value));
    return;
  }
  const role = await control.evaluate((element) => element.getAttribute('role') ?? element.getAttribute('type'));
  const kind = pickerOf(field.kind);
  if (field.isList) await removeAll(page, control);
  // Choosing again what is chosen takes it back.
  const chosen = new Set([value].flat().map(String));
  if (kind) for (const id of chosen) await chooseRecord(typist, id);
  else if (enums[field.type]) for (const one of chosen) await choose(page, en.label(one), false);
  else if (role === 'combobox') await choose(page, value === true ? en.list.yes : en.list.no, false);
  else if (role === 'checkbox') {
    if ((await control.isChecked()) !== value) await page.keyboard.press('Space');
  } else if (role === 'datetime-local') await typeTime(page, new Date(String(value)));
  else await typeText(page, value);
}

/** Removes what a list of choices has of its record. */
async function removeAll(page: Page, control: Locator): Promise<void> {
  const root = control.locator('xpath=ancestor::*[contains(@class, "mantine-MultiSelect-root")]');
  const items = root.locator('.mantine-MultiSelect-pill');
  for (let left = await items.count(); left > 0; left--) await page.keyboard.press('Backspace');
}

/** Chooses a record in the list of the field that has the focus. */
export const chooseRecord = async ({ page, nameOf }: Typist, id: string): Promise<void> =>
  choose(page, await nameOf(id), true);

/** Chooses an option of the list of a field, which opens below it. */
async function choose(page: Page, label: string, isSearched: boolean): Promise<void> {
  if (isSearched) await page.keyboard.type(label);
  else await page.keyboard.press('ArrowDown');
  const options = page.getByRole('option');
  // A record has its address below its name.
  const withLine = options.filter({ has: page.getByText(label, { exact: true }) });
  const option = page.getByRole('option', { name: label, exact: true }).or(withLine);
  await option.first().waitFor();
  if (isSearched) await untilSettled(page);
  const isMarked = (): Promise<boolean> =>
    option.first().evaluate((element) => element.matches('[data-combobox-selected]'));
  for (let keys = 0; !(await isMarked()); keys++) {
    if (keys > mostTabs) throw new Error(`The arrow keys do not lead to the option ${label}`);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

/** The platform searches a moment after the last key: the options change once more. */
async function untilSettled(page: Page): Promise<void> {
  const read = (): Promise<string> => page.getByRole('listbox').last().innerText();
  let before = '';
  for (let now = await read(); now !== before; now = await read()) {
    before = now;
    await page.waitForTimeout(searchPause);
  }
}

async function typeText(page: Page, value: unknown): Promise<void> {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  const text = isList ? value.join('\n') : typeof value === 'string' ? value : JSON.stringify(value);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** The number in seconds, whose unit is the next stop. */
async function typeDuration(page: Page, seconds: number): Promise<void> {
  await page.keyboard.press('Tab');
  await page.keyboard.type(en.change.units.second);
  await page.keyboard.press('Shift+Tab');
  await typeText(page, String(seconds));
}

/** Month, day and year, hour, minute, second: the parts of such a field in English. */
async function typeTime(page: Page, time: Date): Promise<void> {
  const two = (number: number): string => String(number).padStart(2, '0');
  const hour = time.getHours();
  await page.keyboard.type(`${two(time.getMonth() + 1)}${two(time.getDate())}${time.getFullYear()}`);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(`${two(hour % 12 || 12)}${two(time.getMinutes())}${two(time.getSeconds())}`);
  await page.keyboard.type(hour < 12 ? 'A' : 'P');
}
