// SQL: the two brandings of a page in one statement.
import { type Brand, brandOf, type BrandedApplication } from '../domain/branding/brand.ts';
import { brandingOf, changedBranding, type BrandingChange } from '../domain/branding/branding.ts';
import { imagesIn, withAddresses } from '../domain/branding/images.ts';
import { badUserInput } from '../domain/failure.ts';
import type { PictureFile } from '../domain/people/picture/picture-file.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import type { Branding } from '../vocabulary/branding.ts';
import { defaultExperienceId } from '../vocabulary/sign-in-experience.ts';
import { assetIdOf, storePicture, touchAssets } from './assets.ts';

interface BrandRow {
  shared: unknown;
  application: (Omit<BrandedApplication, 'branding'> & { branding: unknown }) | null;
}

/** The brand of the pages of an application, or of those without one; null if there is none. */
export async function readBrand(
  prisma: Pick<Prisma, '$queryRaw'>,
  applicationId: string | null,
): Promise<Brand | null> {
  const [row] = await prisma.$queryRaw<BrandRow[]>`/* name: brand */
    SELECT experience.branding AS shared, CASE WHEN application.id IS NOT NULL THEN jsonb_build_object(
      'id', application.id, 'name', application.name, 'isThirdParty', application.is_third_party,
      'logoUri', application.logo_uri, 'branding', application.branding) END AS application
    FROM sign_in_experiences AS experience LEFT JOIN applications AS application ON application.id = ${applicationId}
    WHERE experience.id = ${defaultExperienceId}`;
  if (!row) return null;
  const { application, shared } = row;
  return brandOf(
    application && { ...application, branding: brandingOf(application) },
    brandingOf({ branding: shared }),
  );
}

interface ImageChange {
  before: Branding;
  change: BrandingChange;
  /** The new images, by their data URLs. */
  images: ReadonlyMap<string, PictureFile>;
  publicUrl: string;
  now: Date;
}

/** The branding after a change, whose new images are stored. BAD_USER_INPUT for what cannot be shown. */
export const changeBranding = async (tx: Pick<Transaction, 'asset'>, options: ImageChange): Promise<Branding> =>
  changedBranding(options.before, await storeImages(tx, options));

/**
 * The change with the addresses of its images. What is replaced stays for a day, in which the change can be taken back.
 */
async function storeImages(
  tx: Pick<Transaction, 'asset'>,
  { before, change, images, publicUrl, now }: ImageChange,
): Promise<BrandingChange> {
  const addresses = new Map<string, string>();
  for (const [text, image] of images) addresses.set(text, publicUrl + (await storePicture(tx, image, now)));
  for (const { path, text } of imagesIn(change).filter((one) => !addresses.has(one.text))) {
    const id = assetIdOf(text, publicUrl);
    if (id === undefined || !(await touchAssets(tx, [id], now)))
      throw badUserInput('Is neither a data URL nor the URL of an image that is stored.', ...path);
  }
  await touchAssets(
    tx,
    imagesIn(before).flatMap(({ text }) => assetIdOf(text, publicUrl) ?? []),
    now,
  );
  return withAddresses(change, (text) => addresses.get(text) ?? text);
}
