import type { PictureFile } from './picture-file.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** The chunks that draw a picture (PNG, Third Edition, 11). Not those of texts, times, profiles and animations. */
const drawing = new Set(['IHDR', 'PLTE', 'tRNS', 'cHRM', 'gAMA', 'sRGB', 'IDAT', 'IEND']);

/** A PNG; undefined if it is none, or is damaged. */
export function readPng(bytes: Buffer): PictureFile | undefined {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined;
  const kept: Buffer[] = [signature];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if ((at === 8) !== (type === 'IHDR')) return undefined;
    if (drawing.has(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IEND')
      return {
        type: 'image/png',
        width: bytes.readUInt32BE(16),
        height: bytes.readUInt32BE(20),
        bytes: Buffer.concat(kept),
      };
    at = end;
  }
  return undefined;
}
