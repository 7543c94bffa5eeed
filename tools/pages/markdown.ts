/** The part of Markdown that the documentation uses, as HTML. `linkTo` gives the address of a link; null for none. */
export function htmlOf(markdown: string, linkTo: (target: string) => string | null): string {
  const lines = markdown.replaceAll(/<!--[^]*?-->/g, '').split('\n');
  const blocks: string[] = [];
  while (lines.length > 0) blocks.push(takeBlock(lines, linkTo));
  return blocks.filter(Boolean).join('\n');
}

type LinkTo = (target: string) => string | null;

/** The anchor of a heading, as GitHub names it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const starts = { fence: /^```/, heading: /^(#{1,6}) (.*)$/, row: /^\|/, item: /^(-|\d+\.) +/, picture: /^!\[/ };

/** Takes the first block from the lines. */
function takeBlock(lines: string[], linkTo: LinkTo): string {
  const [line = ''] = lines;
  if (line.trim() === '' || starts.picture.test(line)) {
    lines.shift();
    return '';
  }
  if (starts.fence.test(line)) return takeCode(lines);
  const [, marks, title = ''] = starts.heading.exec(line) ?? [];
  if (marks) {
    lines.shift();
    return `<h${marks.length} id="${anchorOf(title)}">${inline(title, linkTo)}</h${marks.length}>`;
  }
  if (starts.row.test(line)) return takeTable(lines, linkTo);
  if (starts.item.test(line)) return takeList(lines, linkTo);
  const isOther = (one: string): boolean => one.trim() === '' || Object.values(starts).some((start) => start.test(one));
  return `<p>${inline(takeWhile(lines, (one, index) => index === 0 || !isOther(one)).join(' '), linkTo)}</p>`;
}

function takeWhile(lines: string[], isPart: (line: string, index: number) => boolean): string[] {
  const end = lines.findIndex((line, index) => !isPart(line, index));
  return lines.splice(0, end < 0 ? lines.length : end);
}

function takeCode(lines: string[]): string {
  lines.shift();
  const code = takeWhile(lines, (line) => !starts.fence.test(line));
  lines.shift();
  return `<pre tabindex="0"><code>${escaped(code.join('\n'))}</code></pre>`;
}

function takeTable(lines: string[], linkTo: LinkTo): string {
  const [head = '', , ...body] = takeWhile(lines, (line) => starts.row.test(line));
  const row = (line: string, cell: string): string => {
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    return `<tr>${cells.map((text) => `<${cell}>${inline(text.trim().replaceAll(String.raw`\|`, '|'), linkTo)}</${cell}>`).join('')}</tr>`;
  };
  const rows = body.map((line) => row(line, 'td')).join('');
  return `<div class="wide" tabindex="0"><table><thead>${row(head, 'th')}</thead><tbody>${rows}</tbody></table></div>`;
}

/** Items, each with what is indented below it. */
function takeList(lines: string[], linkTo: LinkTo): string {
  const name = lines[0]?.startsWith('-') ? 'ul' : 'ol';
  const items: string[] = [];
  while (starts.item.test(lines[0] ?? '')) {
    const first = (lines.shift() ?? '').replace(starts.item, '');
    const more = takeWhile(
      lines,
      (line, index) => /^ {2}/.test(line) || (line === '' && /^ {2}/.test(lines[index + 1] ?? '')),
    );
    const indent = Math.min(...more.filter(Boolean).map((line) => line.search(/\S/)));
    const html = htmlOf([first, ...more.map((line) => line.slice(indent))].join('\n'), linkTo);
    items.push(`<li>${html.replace(/^<p>(.*)<\/p>/, '$1')}</li>`);
    if (lines[0] === '' && starts.item.test(lines[1] ?? '')) lines.shift();
  }
  return `<${name}>${items.join('')}</${name}>`;
}

const spans = /(`[^`]+`|\[(?:`[^`]*`|[^\]`])+\]\([^)]+\))/;

/** Code, links and emphasis in a text. */
const inline = (text: string, linkTo: LinkTo): string =>
  text
    .split(spans)
    .map((part) => {
      if (part.startsWith('`')) return `<code>${escaped(part.slice(1, -1))}</code>`;
      const [, label = '', target] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
      if (target === undefined) return emphasized(part);
      const address = linkTo(target);
      return address === null ? inline(label, linkTo) : `<a href="${address}">${inline(label, linkTo)}</a>`;
    })
    .join('');

const emphasized = (text: string): string =>
  escaped(text)
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\*([^*]+)\*/g, '<em>$1</em>');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
