import type { PictureFile } from './picture-file.ts';

/** Markers (ITU-T T.81, table B.1): start and end of the picture, of a scan, and of segments with texts. */
const [soi, eoi, sos, com] = [0xd8, 0xd9, 0xda, 0xfe];
/** Segments of applications that say how the colors are stored: JFIF and Adobe. The others have metadata. */
const drawing = new Set([0xe0, 0xee]);
const isOfApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef;
/** The segment with the size: all of C0 to CF but those of tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** A JPEG; undefined if it is none, or is damaged. */
export function readJpeg(bytes: Buffer): PictureFile | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== soi) return undefined;
  const kept = [bytes.subarray(0, 2)];
  let size: Pick<PictureFile, 'width' | 'height'> | undefined;
  for (let at = 2; at + 4 <= bytes.length + 2 && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === eoi) {
      kept.push(bytes.subarray(at, at + 2));
      return size && { type: 'image/jpeg', ...size, bytes: Buffer.concat(kept) };
    }
    if (at + 4 > bytes.length) return undefined;
    const end = marker === sos ? endOfScan(bytes, endOfSegment(bytes, at)) : endOfSegment(bytes, at);
    if (end > bytes.length) return undefined;
    if (isFrame(marker) && end >= at + 9)
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (marker !== com && (!isOfApplication(marker) || drawing.has(marker))) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

/** A segment has at least its length, of two bytes. */
const endOfSegment = (bytes: Buffer, at: number): number => at + 2 + Math.max(2, bytes.readUInt16BE(at + 2));

/** The first marker after the data of a scan, in which FF is followed by 00, or by a marker of a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length + 1;
}
