/** Slots of four bytes, a power of two. Two texts share one rarely while much fewer than these are about. */
const slots = 2 ** 17;

/**
 * Tells whether a text came before, not long ago, and notes that it came. It forgets by being overwritten, and once in
 * billions it takes one text for another: it may decide what is worth remembering, never what is true.
 */
export function createSightings(): (text: string) => boolean {
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
