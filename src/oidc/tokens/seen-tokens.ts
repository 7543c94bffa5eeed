/** Slots of four bytes; a power of two. Two tokens rarely share one while far fewer than these are in use. */
const slots = 2 ** 17;

/**
 * Returns whether a token was seen recently, and marks it as seen. Marks are overwritten, and once in billions two
 * tokens have the same mark: for deciding what to cache, not what is valid.
 */
export function createSeenTokens(): (text: string) => boolean {
  const marks = new Uint32Array(slots);
  return (text) => {
    const mark = markOf(text);
    const slot = (mark ^ (mark >>> 15)) & (slots - 1);
    const cameBefore = marks[slot] === mark;
    marks[slot] = mark;
    return cameBefore;
  };
}

/** FNV-1a of the last twelve characters: of a token, part of its signature. */
function markOf(text: string): number {
  let mark = 0x811c9dc5;
  for (let at = Math.max(0, text.length - 12); at < text.length; at++) {
    mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193);
  }
  return mark >>> 0;
}
