import type { Locator, Page } from 'playwright-core';

type Role = Parameters<Page['getByRole']>[0];

/** What the hands of a person have done. */
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
  private dialog: string | RegExp | null = null;

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
  async opens(role: Role, name: string | RegExp, title: string | RegExp = String(name)): Promise<void> {
    await this.presses(role, name);
    this.dialog = title;
    await this.seen(this.page.getByRole('dialog', { name: title, exact: true }));
    this.effort.dialogs++;
  }

  /** Presses what ends the dialog. */
  async leavesBy(name: string): Promise<void> {
    await this.presses('button', name);
    const dialog = this.here;
    this.dialog = null;
    await (dialog as Locator).waitFor({ state: 'hidden' });
  }

  presses(role: Role, name: string | RegExp, part: Locator | Page = this.here): Promise<void> {
    return this.press(part.getByRole(role, { name, exact: true }));
  }

  /** Types into a field that is in no box of fields. */
  types(label: string, text: string): Promise<void> {
    const outside = this.page.locator(':not(details *, fieldset *)');
    return this.field(this.here.getByRole('textbox', { name: label, exact: true }).and(outside), text);
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

  sees(text: string | RegExp, part: Locator | Page = this.here): Promise<Locator> {
    return this.seen(part.getByText(text, { exact: true }));
  }

  seesThe(role: Role, name: string | RegExp): Promise<Locator> {
    return this.seen(this.here.getByRole(role, { name, exact: true }));
  }

  /** The open dialog, or else the page. */
  private get here(): Page | Locator {
    return this.dialog === null ? this.page : this.page.getByRole('dialog', { name: this.dialog, exact: true });
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
