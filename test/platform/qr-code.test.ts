import jsQR from 'jsqr';
import { expect, it } from 'vitest';
import { qrCodeSvg } from '../../src/platform/qr-code.ts';

// Its types describe the other module format.
const read = jsQR as unknown as typeof jsQR.default;

/** Pixels of an SVG whose path has one horizontal line per run of dark modules, drawn in squares of 4 pixels. */
function pixelsOf(svg: string) {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const width = size * 4;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  let [x, y] = [0, 0];
  const path = /stroke="#000000" d="([^"]*)"/.exec(svg)?.[1] ?? '';
  for (const [, command, first, second] of path.matchAll(/([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
    if (command === 'M') [x, y] = [Number(first), Math.floor(Number(second))];
    if (command === 'm') [x, y] = [x + Number(first), y + Number(second)];
    if (command !== 'h') continue;
    for (let column = x * 4; column < (x + Number(first)) * 4; column += 1) {
      for (let row = y * 4; row < (y + 1) * 4; row += 1)
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
    x += Number(first);
  }
  return { pixels, width };
}

it.each(['otpauth://totp/Mandate:ada%40example.com?secret=GEZDGNBVGY3TQOJQ', 'Größe "<&>" 密码', 'x'.repeat(500)])(
  'a QR code is read as the text it was made of: %j',
  async (text) => {
    const { pixels, width } = pixelsOf(await qrCodeSvg(text));
    expect(read(pixels, width, width)?.data).toBe(text);
  },
);

it('a QR code is an SVG document without the text, scripts and styles', async () => {
  const svg = await qrCodeSvg('"><script>alert(1)</script>');
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"[^>]*>(<path [^>]*\/>){2}<\/svg>\s*$/);
  expect(svg).not.toMatch(/script|style|href/);
});
