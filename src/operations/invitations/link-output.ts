import { z } from 'zod';
import { secretText } from '../../vocabulary/field-facts.ts';
import { field } from '../../vocabulary/shape-parts.ts';

export const invitationLinkOutput = {
  link: field(
    secretText.nullable(),
    'The address that the person opens to accept, if no mail can be sent; null if it is sent.',
    null,
  ),
  mailSent: field(z.boolean(), 'Whether the link is sent by email.', true),
};
