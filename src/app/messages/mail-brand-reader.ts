import type { Config } from '../../config.ts';
import type { MailBrand } from '../../delivery/messages/mail-brand.ts';
import type { Database } from '../../platform/database/database.ts';
import { readBrand } from '../../store/branding.ts';

/** Reads how the mails of an application look, or those without one: their images are on the pages of the platform. */
export const mailBrandReader =
  ({ publicUrl }: Pick<Config, 'publicUrl'>, { prisma }: Pick<Database, 'prisma'>) =>
  async (applicationId: string | null): Promise<MailBrand | null> => {
    const brand = await readBrand(prisma, applicationId);
    return brand && { ...brand, publicUrl };
  };
