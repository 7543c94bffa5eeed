import type { PictureFile } from './picture-file.ts';

/** The flag of an extended file with transparency; those of a color profile, EXIF, XMP and animation are not set. */
const withAlpha = 0x10;

interface Chunk {
  name: string;
  /** With its header, and its padding. */
  all: Buffer;
  data: Buffer;
}

/** A WebP (RFC 9649); undefined if it is none, is damaged, or has an animation only. */
export function readWebp(bytes: Buffer): PictureFile | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const chunks = chunksOf(bytes.subarray(12, 8 + bytes.readUInt32LE(4)));
  const image = chunks?.find(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const size = image && sizeOf(image);
  if (!chunks || !image || !size) return undefined;
  const alpha = image.name === 'VP8 ' ? chunks.find(({ name }) => name === 'ALPH') : undefined;
  const kept = alpha ? [extendedHeader(size), alpha.all, image.all] : [image.all];
  const length = kept.reduce((total, part) => total + part.length, 4);
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(length, 4);
  return { type: 'image/webp', ...size, bytes: Buffer.concat([header, ...kept]) };
}

function chunksOf(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) return undefined;
    const name = bytes.toString('latin1', at, at + 4);
    chunks.push({ name, all: bytes.subarray(at, end), data: bytes.subarray(at + 8, at + 8 + length) });
    at = end;
  }
  return chunks;
}

/** The size in the header of a picture: of a key frame of VP8 (RFC 6386, 9.1), or of a lossless one (RFC 9649, 3.4). */
function sizeOf({ name, data }: Chunk): Pick<PictureFile, 'width' | 'height'> | undefined {
  if (name === 'VP8 ') {
    if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return undefined;
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  }
  if (data.length < 5 || data[0] !== 0x2f) return undefined;
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** The header of a picture with transparency, and nothing else besides. */
function extendedHeader({ width, height }: Pick<PictureFile, 'width' | 'height'>): Buffer {
  const header = Buffer.alloc(18);
  header.write('VP8X', 'latin1');
  header.writeUInt32LE(10, 4);
  header[8] = withAlpha;
  header.writeUIntLE(width - 1, 12, 3);
  header.writeUIntLE(height - 1, 15, 3);
  return header;
}
