import { globSync, readFileSync } from 'node:fs';

/** A fenced code block of a page. */
export interface Block {
  language: string;
  text: string;
  /** The block that follows after blank lines only: on these pages, the output of this one. */
  next?: Block | undefined;
}

export interface Page {
  /** Path in the project, for example "docs/webhooks.md". */
  path: string;
  text: string;
  blocks: Block[];
}

/** Every page of the documentation, including those for contributors. */
export function readPages(): Page[] {
  const patterns = ['*.md', 'docs/**/*.md', 'bench/**/*.md', 'src/**/*.md', 'test/**/*.md'];
  return globSync(patterns).sort().map(readPage);
}

export function readPage(path: string): Page {
  const text = readFileSync(path, 'utf8');
  return { path, text, blocks: blocksOf(text) };
}

/** A page without its code blocks. */
export const proseOf = ({ text }: Page): string => text.replaceAll(fence, '');

const fence = /^```(\w*)\n([\s\S]*?)^```$/gm;

function blocksOf(text: string): Block[] {
  const found = [...text.matchAll(fence)].map((match) => ({
    block: { language: match[1] ?? '', text: match[2] ?? '' } as Block,
    start: match.index,
    end: match.index + match[0].length,
  }));
  for (const [index, { block, end }] of found.entries()) {
    const following = found[index + 1];
    if (following && text.slice(end, following.start).trim() === '') block.next = following.block;
  }
  return found.map(({ block }) => block);
}
