import { z } from 'zod';

export const invitationLinkOutput = {
  link: z
    .string()
    .nullable()
    .describe('The address that the person opens to accept, if no mail can be sent; null if it is sent.'),
  mailSent: z.boolean().describe('Whether the link is sent by email.'),
};
