import { crc32 } from 'node:zlib';
import type { Page } from 'playwright-core';

export type PictureType = 'png' | 'jpeg' | 'webp';

/** A picture that a browser makes: a red and a blue half, or a transparent one where the format allows it. */
export async function drawPicture(page: Page, type: PictureType, { width = 64, height = 48, isOpaque = true } = {}) {
  const url = await page.evaluate(
    ([name, x, y, opaque]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: x, height: y });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = '#c00';
      context.fillRect(0, 0, x / 2, y);
      if (opaque) {
        context.fillStyle = '#00c';
        context.fillRect(x / 2, 0, x / 2, y);
      }
      return canvas.toDataURL(`image/${name}`);
    },
    [type, width, height, isOpaque] as const,
  );
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

/** The text in the metadata of a photograph, and the page after its end. */
export const place = 'Bletchley Park, 51.9977 N';
const trailer = Buffer.from('<script>alert(1)</script>');

/** The picture with metadata, and a page after its end. */
export function addMetadata(type: PictureType, bytes: Buffer): Buffer {
  if (type === 'png') {
    const at = 8 + 25; // After the signature and IHDR.
    return Buffer.concat([bytes.subarray(0, at), pngChunk('tEXt', `Comment\0${place}`), bytes.subarray(at), trailer]);
  }
  if (type === 'jpeg') {
    const segments = [jpegSegment(0xe1, `Exif\0\0${place}`), jpegSegment(0xfe, place)];
    return Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2), trailer]);
  }
  const extended = Buffer.concat([bytes.subarray(12), webpChunk('EXIF', place)]);
  const header = Buffer.alloc(12);
  header.write('RIFF', 'latin1');
  header.writeUInt32LE(4 + extended.length, 4);
  header.write('WEBP', 8, 'latin1');
  return Buffer.concat([header, extended, trailer]);
}

export function pngChunk(type: string, text: string | Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(text)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

function jpegSegment(marker: number, text: string): Buffer {
  const data = Buffer.from(text);
  return Buffer.concat([Buffer.from([0xff, marker, 0, data.length + 2]), data]);
}

function webpChunk(name: string, text: string): Buffer {
  const data = Buffer.from(text.length % 2 ? `${text} ` : text);
  const chunk = Buffer.alloc(8 + data.length);
  chunk.write(name, 'latin1');
  chunk.writeUInt32LE(data.length, 4);
  data.copy(chunk, 8);
  return chunk;
}
