import type { Page } from 'playwright-core';

/** A picture in two characters per tile: small enough for the repository, and it shows which tiles differ. */
export type Fingerprint = string;

/** Pixels of the side of a tile. */
const side = 32;
/** The share of tiles that may differ. */
const tolerance = 0.001;

/** Draws PNGs in a page without a policy, and reads their pixels. */
export function fingerprinter(page: Page): (png: Buffer) => Promise<Fingerprint> {
  return (png) => page.evaluate(fingerprintOf, { png: png.toString('base64'), side });
}

/** Runs in the page. */
async function fingerprintOf({ png, side: size }: { png: string; side: number }): Promise<string> {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(image, 0, 0);
  let text = '';
  for (let y = 0; y < image.height; y += size) {
    for (let x = 0; x < image.width; x += size) {
      // FNV-1a
      let hash = 0x811c9dc5;
      for (const byte of context?.getImageData(x, y, size, size).data ?? []) {
        hash = Math.imul(hash ^ byte, 0x01000193);
      }
      text += (alphabet[(hash >>> 6) & 63] ?? '') + (alphabet[(hash ^ (hash >>> 16)) & 63] ?? '');
    }
  }
  return text;
}

/** The tiles that differ, by their position from the top left; undefined if those are few enough to be the same. */
export function changedTiles(before: Fingerprint, now: Fingerprint): number[] | undefined {
  const count = now.length / 2;
  const tiles = Array.from({ length: count }, (_, tile) => tile);
  const at = (text: string, tile: number): string => text.slice(tile * 2, tile * 2 + 2);
  const changed = before.length === now.length ? tiles.filter((tile) => at(before, tile) !== at(now, tile)) : tiles;
  return changed.length <= count * tolerance ? undefined : changed;
}

/** Outlines tiles in a picture of a page that is this many pixels wide. */
export async function outlined(page: Page, png: Buffer, tiles: readonly number[], width: number): Promise<Buffer> {
  const drawn = await page.evaluate(
    async ({ data, changed, columns, size }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (!context) return '';
      context.drawImage(image, 0, 0);
      context.strokeStyle = 'magenta';
      for (const tile of changed) {
        context.strokeRect((tile % columns) * size + 0.5, Math.floor(tile / columns) * size + 0.5, size - 1, size - 1);
      }
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    { data: png.toString('base64'), changed: tiles, columns: Math.ceil(width / side), size: side },
  );
  return Buffer.from(drawn, 'base64');
}
