import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { removeUnusedAssets } from '../../../src/store/assets.ts';
import { type Act, act, doors, endOfLog, eventsOf, startAccountPlatform } from '../../support/accounts/account.ts';
import { launchChromium } from '../../support/browsers/chromium.ts';
import { perFile } from '../../support/per-file.ts';
import { addMetadata, drawPicture, place, type PictureType, pngChunk } from '../../support/browsers/pictures.ts';

const platform = perFile(startAccountPlatform);
const types: readonly PictureType[] = ['png', 'jpeg', 'webp'];
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
});
afterAll(() => browser.close());

const avatar = (image: string | null): Act => ({ name: 'setMyAvatar', route: 'PUT /avatar', input: { image } });
const avatarOf = async (id: string): Promise<string | null> =>
  (await platform.issuer.database.prisma.user.findUniqueOrThrow({ where: { id } })).avatar;

/** The colors in the middle of both halves, as a browser draws the picture at this address. */
const colorsAt = (url: string) =>
  page.evaluate(async (source) => {
    const image = Object.assign(new Image(), { src: source, crossOrigin: 'anonymous' });
    await image.decode();
    const [width, height] = [image.naturalWidth, image.naturalHeight];
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    context?.drawImage(image, 0, 0);
    const colorAt = (x: number) =>
      [...(context?.getImageData(x, height / 2, 1, 1).data ?? [])].map((value) => value >> 6);
    return { width, height, colors: [colorAt(width / 4), colorAt((width * 3) / 4)] };
  }, url);

describe.each(doors)('by %s, a person', (door) => {
  it.each(types)('sets a picture in %s, of which the platform serves the pixels alone', async (type) => {
    const ada = await platform.person();
    const photograph = addMetadata(type, await drawPicture(page, type));
    expect(photograph.includes(place)).toBe(true);
    const before = await endOfLog(platform.issuer);
    const { token, id } = ada;
    const outcome = await act(platform.issuer, door, token, avatar(photograph.toString('base64')));
    expect(outcome).toMatchObject({ code: null });
    const url = await avatarOf(id);
    expect(url).toMatch(new RegExp(`^${platform.issuer.publicUrl}/assets/[\\w-]{43}$`));
    const data = { user: { avatar: url }, changed: ['avatar'], previous: { avatar: null } };
    expect(await eventsOf(platform.issuer, before, id)).toMatchObject([{ type: 'User.Data.Updated', data }]);
    const response = await fetch(url ?? '');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': `image/${type}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const served = Buffer.from(await response.arrayBuffer());
    expect([served.includes(place), served.includes('<script>')]).toEqual([false, false]);
    const dataUrl = `data:image/${type};base64,${served.toString('base64')}`;
    expect(await colorsAt(dataUrl)).toEqual({
      width: 64,
      height: 48,
      colors: [
        [3, 0, 0, 3],
        [0, 0, 3, 3],
      ],
    });
  });

  it('removes the picture', async () => {
    const { token, id } = await platform.person({ avatar: 'https://example.com/ada.png' });
    expect(await act(platform.issuer, door, token, avatar(null))).toMatchObject({ code: null });
    expect(await avatarOf(id)).toBe(null);
  });

  it('cannot set what is no picture, and keeps the one before', async () => {
    const { token, id } = await platform.person({ avatar: 'https://example.com/ada.png' });
    const png = await drawPicture(page, 'png');
    const damaged = Buffer.from(png);
    damaged.writeUInt32BE(0x7fffffff, 33);
    const images = {
      empty: Buffer.alloc(0),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      gif: Buffer.from('GIF89a'),
      short: png.subarray(0, 60),
      damaged,
      large: Buffer.concat([png.subarray(0, 33), pngChunk('tEXt', Buffer.alloc(256 * 1024)), png.subarray(33)]),
      wide: await drawPicture(page, 'png', { width: 4097, height: 1 }),
    };
    for (const [name, image] of Object.entries(images)) {
      // Each call counts: those of one person are limited.
      const outcome = await act(platform.issuer, door, token, avatar(image.toString('base64')));
      expect([name, outcome.status, outcome.code, outcome.paths]).toEqual([
        name,
        door === 'rest' ? 422 : 200,
        'BAD_USER_INPUT',
        ['image'],
      ]);
    }
    expect(await act(platform.issuer, door, token, avatar('no base64!'))).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await avatarOf(id)).toBe('https://example.com/ada.png');
  });

  it('may set ten in an hour', async () => {
    const { token } = await platform.person();
    const once = () => act(platform.issuer, door, token, avatar(null));
    for (let call = 0; call < 10; call++) expect(await once()).toMatchObject({ code: null });
    expect(await once()).toMatchObject({ code: 'RATE_LIMITED' });
  });
});

it('a transparent picture in WebP stays transparent', async () => {
  const { token, id } = await platform.person();
  const image = await drawPicture(page, 'webp', { isOpaque: false });
  await act(platform.issuer, 'rest', token, avatar(image.toString('base64')));
  const served = Buffer.from(await (await fetch((await avatarOf(id)) ?? '')).arrayBuffer());
  const { colors } = await colorsAt(`data:image/webp;base64,${served.toString('base64')}`);
  expect(colors[1]?.[3]).toBe(0);
});

it('a picture that no account uses is deleted after a day', async () => {
  const { database } = platform.issuer;
  const [ada, joan] = [await platform.person(), await platform.person()];
  const image = await drawPicture(page, 'png', { width: 20 });
  for (const { token } of [ada, joan]) await act(platform.issuer, 'rest', token, avatar(image.toString('base64')));
  const url = (await avatarOf(ada.id)) ?? '';
  expect(await avatarOf(joan.id)).toBe(url);
  const status = async (): Promise<number> => (await fetch(url)).status;
  const maintain = (hours: number) => removeUnusedAssets(database, new Date(Date.now() + hours * 3_600_000));
  await act(platform.issuer, 'rest', ada.token, avatar(null));
  await maintain(25);
  expect(await status()).toBe(200);
  await act(platform.issuer, 'rest', joan.token, avatar(null));
  await maintain(23);
  expect(await status()).toBe(200);
  await maintain(25);
  expect(await status()).toBe(404);
});
