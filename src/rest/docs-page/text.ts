import { type Markup, markup } from '../../http/markup.ts';

/** The part of CommonMark that the OpenAPI document uses: paragraphs, lists, code blocks and code. */
export const text = (source: string): Markup[] => source.trimEnd().split('\n\n').map(block);

function block(source: string): Markup {
  const lines = source.split('\n');
  if (lines.every((line) => line.startsWith('    '))) {
    return code(lines.map((line) => line.slice(4)).join('\n'));
  }
  if (lines.every((line) => line.startsWith('- '))) {
    return markup`<ul>${lines.map((line) => markup`<li>${inline(line.slice(2))}</li>`)}</ul>`;
  }
  return markup`<p>${lines.map((line, index) => [index ? markup`<br>` : '', inline(line)])}</p>`;
}

/** One line: text between backticks is code. */
export const inline = (source: string): (Markup | string)[] =>
  source.split('`').map((part, index) => (index % 2 ? markup`<code>${part}</code>` : part));

/** Code in a box that scrolls and can be focused by keyboard. */
export const code = (source: string): Markup => markup`<pre tabindex="0"><code>${source}</code></pre>`;
