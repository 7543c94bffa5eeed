import { descriptionSchema, nameSchema } from '../text.ts';

/** The texts of an organization in an input. */
export const organizationTexts = {
  name: nameSchema.describe('Name of the organization; does not need to be unique.'),
  description: descriptionSchema.describe('Description of the organization.'),
};
