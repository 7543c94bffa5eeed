import type { Locator, Page } from 'playwright-core';

type Role = Parameters<Page['getByRole']>[0];

/** The work of a person's hands. */
export interface Effort {
  /** Clicks, and keys that do what a click does. */
  presses: number;
  /** Texts that were typed. */
  fields: number;
  dialogs: number;
}

/**
 * A person who has read no documentation. Everything is looked for by its role and name, or by its text, in the dialog
 * that is open or else on the page: two things of the same name are an error. Tab goes from field to field, and a text
 * that begins with what a person looks for is enough (a pattern).
 */
export class Person {
  readonly page: Page;
  effort: Effort = { presses: 0, fields: 0, dialogs: 0 };
  private isInDialog = false;

  constructor(page: Page) {
    this.page = page;
  }

  /** The effort since the last call. */
  takeEffort(): Effort {
    const { effort } = this;
    this.effort = { presses: 0, fields: 0, dialogs: 0 };
    return effort;
  }

  /** Presses what opens a dialog with this title; what follows is in it, until it is left. */
  async opens(role: Role, name: string | RegExp, title: string = String(name)): Promise<void> {
    await this.presses(role, name);
    this.isInDialog = true;
    await this.seen(this.page.getByRole('dialog', { name: title, exact: true }));
    this.effort.dialogs++;
  }

  /** Presses what ends the dialog. */
  async leavesBy(role: Role, name: string | RegExp): Promise<void> {
    await this.presses(role, name);
    await this.page.getByRole('dialog').waitFor({ state: 'hidden' });
    this.isInDialog = false;
  }

  /** Goes to a page by the navigation. */
  async goesTo(page: string): Promise<void> {
    await this.presses('link', page, this.page.getByRole('navigation', { name: 'Navigation', exact: true }));
    await this.seen(this.page.getByRole('heading', { level: 1, name: new RegExp(`^${page}`) }));
  }

  /** Turns to a tab of the record that is open. */
  turnsTo(tab: string, record: string): Promise<void> {
    return this.presses('link', tab, this.page.getByRole('navigation', { name: record, exact: true }));
  }

  presses(role: Role, name: string | RegExp, part: Locator | Page = this.here): Promise<void> {
    return this.press(part.getByRole(role, { name, exact: true }));
  }

  /** Types into a field that is in no box of fields. */
  types(label: string, text: string): Promise<void> {
    const outside = this.page.locator(':not(details *, fieldset *)');
    return this.field(this.here.getByRole('textbox', { name: label, exact: true }).and(outside), text);
  }

  /** Types into a field that hides what is typed, which has no role. */
  typesSecret(label: string, text: string): Promise<void> {
    return this.field(this.here.getByLabel(label, { exact: true }), text);
  }

  /** Types into a field that has several texts. */
  adds(label: string, text: string): Promise<void> {
    return this.field(this.here.getByRole('combobox', { name: label, exact: true }), `${text} `);
  }

  /** Types into a field that searches, and chooses what it finds. */
  async chooses(label: string, text: string, option: string | RegExp = new RegExp(`^${text}`)): Promise<void> {
    await this.field(this.here.getByRole('combobox', { name: label, exact: true }), text);
    await this.press(this.page.getByRole('option', { name: option, exact: true }));
  }

  /** Types where the focus is, such as in what has just opened. */
  async typesHere(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.effort.fields++;
  }

  sees(text: string | RegExp, part: Locator | Page = this.here): Promise<Locator> {
    return this.seen(part.getByText(text, { exact: true }));
  }

  seesThe(role: Role, name: string | RegExp): Promise<Locator> {
    return this.seen(this.here.getByRole(role, { name, exact: true }));
  }

  /** The open dialog, or else the page. */
  private get here(): Page | Locator {
    return this.isInDialog ? this.page.getByRole('dialog') : this.page;
  }

  private async press(target: Locator): Promise<void> {
    await this.seen(target);
    await target.click();
    this.effort.presses++;
  }

  private async field(target: Locator, text: string): Promise<void> {
    await this.seen(target);
    await target.focus();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
    this.effort.fields++;
  }

  /** Waits until it is there; otherwise, the error has what is there instead. */
  private async seen(target: Locator): Promise<Locator> {
    try {
      await target.waitFor();
    } catch (cause) {
      const there = await this.page.locator(':root').ariaSnapshot();
      throw new Error(`It is not there once: ${String(target)}. There is:\n${there}`, { cause });
    }
    return target;
  }
}
