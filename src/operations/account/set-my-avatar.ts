import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { largestPicture, readPicture } from '../../domain/people/picture/picture.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { assetIdOf, storePicture, touchAssets } from '../../store/assets.ts';
import { userOf } from '../../store/records/shapes.ts';
import { changingMyAccount, lockMyAccount, requireAllowed } from './my-account.ts';

export const setMyAvatar = defineOperation({
  ...changingMyAccount,
  name: 'setMyAvatar',
  summary:
    'Set your picture, or remove it. What it has besides its pixels, such as the place of a photograph, is left out.',
  limit: { kind: 'accountAvatars' },
  route: { method: 'PUT', path: '/avatar' },
  input: z.strictObject({
    image: z
      .base64()
      .max(4 * Math.ceil(largestPicture / 3))
      .nullable()
      .describe(
        'A PNG, JPEG or WebP of at most 256 KiB, and 4,096 pixels in width and height, in base64; null removes it.',
      ),
  }),
  always: ['User.Data.Updated'],
  prepare: ({ publicUrl }, { image }) =>
    Promise.resolve({
      publicUrl,
      picture: image === null ? null : readPicture(Buffer.from(image, 'base64'), ['image'], largestPicture),
    }),
  async run(context, _input, { publicUrl, picture }) {
    const { tx, now, emit, unchanged } = context;
    const before = await lockMyAccount(context);
    await requireAllowed(tx, { image: 'avatar' });
    const avatar = picture && publicUrl + (await storePicture(tx, picture, now));
    if (avatar === before.avatar) return unchanged({});
    const replaced = before.avatar === null ? undefined : assetIdOf(before.avatar, publicUrl);
    if (replaced !== undefined) await touchAssets(tx, [replaced], now);
    const user = await tx.user.update({ where: { id: before.id }, data: { avatar } });
    emit('User.Data.Updated', user.id, { user: userOf(user), ...changeOf(userOf(before), ['avatar']) });
    return {};
  },
});
