import { badUserInput } from '../../failure.ts';
import { readJpeg } from './jpeg.ts';
import type { PictureFile } from './picture-file.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** Bytes of a picture of a person. */
export const largestPicture = 256 * 1024;
/** Pixels of its width, and of its height: a small file can be a picture that fills the memory of a browser. */
const widestPicture = 4096;

/**
 * A picture in PNG, JPEG or WebP, without its metadata (place, device and time of a photograph, texts), animation and
 * whatever follows it. The pixels stay as they are: a photograph that its metadata rotates must be rotated before.
 * BAD_USER_INPUT at this path for anything else.
 */
export function readPicture(bytes: Buffer, path: readonly string[], largest: number): PictureFile {
  const picture = bytes.length <= largest ? (readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)) : undefined;
  const size = `${largest / 1024} KiB`;
  if (!picture)
    throw badUserInput(`Is not a picture in PNG, JPEG or WebP of at most ${size}.`, ...path).because('not-a-picture');
  const { width, height } = picture;
  if (width < 1 || height < 1 || width > widestPicture || height > widestPicture)
    throw badUserInput(
      `Has ${width} x ${height} pixels: at most ${widestPicture} x ${widestPicture} are possible.`,
      ...path,
    ).because('picture-too-wide');
  return picture;
}
