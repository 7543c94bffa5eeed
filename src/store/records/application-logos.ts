// SQL: an insertion only if another row exists, else a change, in one statement.
import type { Database } from '../../platform/database/database.ts';
import type { Image } from '../../platform/network/fetch-image.ts';

interface LogoCopy {
  image: Image | undefined;
  fetchedAt: Date;
}

/** The address of an application's logo, with the copy that was fetched from it; undefined without an address. */
export async function findLogo(
  { prisma }: Pick<Database, 'prisma'>,
  applicationId: string,
): Promise<{ uri: string; copy: LogoCopy | undefined } | undefined> {
  const application = await prisma.application.findUnique({
    where: { id: applicationId },
    select: { logoUri: true, logo: true },
  });
  if (!application?.logoUri) return undefined;
  const { logoUri: uri, logo } = application;
  // A copy from a former address no longer counts.
  return { uri, copy: logo?.uri === uri ? { image: imageOf(logo), fetchedAt: logo.fetchedAt } : undefined };
}

const imageOf = ({ mediaType, image }: { mediaType: string | null; image: Uint8Array | null }): Image | undefined =>
  mediaType && image ? { mediaType, bytes: Buffer.from(image) } : undefined;

/** Keeps what was fetched, also that there was no image. Does nothing if the application no longer exists. */
export async function storeLogo(
  { prisma }: Pick<Database, 'prisma'>,
  applicationId: string,
  uri: string,
  { image, fetchedAt }: LogoCopy,
): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO application_logos (application_id, uri, media_type, image, fetched_at)
    SELECT id, ${uri}, ${image?.mediaType ?? null}, ${image?.bytes ?? null}, ${fetchedAt}
    FROM applications WHERE id = ${applicationId}
    ON CONFLICT (application_id) DO UPDATE SET
      uri = EXCLUDED.uri, media_type = EXCLUDED.media_type, image = EXCLUDED.image, fetched_at = EXCLUDED.fetched_at`;
}
