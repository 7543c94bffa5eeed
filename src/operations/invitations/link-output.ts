import { z } from 'zod';
import { secretText } from '../../vocabulary/field-facts.ts';

export const invitationLinkOutput = {
  link: secretText
    .nullable()
    .describe('The address that the person opens to accept, if no mail can be sent; null if it is sent.'),
  mailSent: z.boolean().describe('Whether the link is sent by email.'),
};
