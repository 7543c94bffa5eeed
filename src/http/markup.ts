import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** HTML with escaped values. The library's type allows for promises as values; there are none here. */
export const markup = html as (strings: TemplateStringsArray, ...values: unknown[]) => HtmlEscapedString;
export type Markup = HtmlEscapedString;
