import { z } from 'zod';
import { publicMailDomains } from '../../vocabulary/public-mail-domains.ts';
import { normalize } from './identifiers.ts';
import { examples } from '../../vocabulary/shape-parts.ts';

/** Domains that an organization can have, and organizations that can have a domain: people join all of them. */
export const maxDomains = 100;
export const maxOrganizations = 20;

const form = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * In lower case, internationalized labels in ASCII (RFC 5891 §4.4), without the dot of the root. Empty if it is no
 * domain name.
 */
function normalForm(typed: string): string {
  const domain = normalize(typed).replace(/\.$/, '');
  // A URL would read a port, a path or a user in it.
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return '';
  return URL.parse(`http://${domain}/`)?.hostname ?? '';
}

export const domainSchema = z
  .string()
  .max(253)
  .transform(normalForm)
  .pipe(z.string().regex(form, 'Must be a domain, such as example.com.'))
  .register(examples, { example: 'example.com' });

/** A domain, or all of its subdomains: "*.example.com", which does not cover example.com itself. */
export const domainPatternSchema = z
  .string()
  .max(255)
  .transform((typed) => {
    const [, wildcard = '', domain = ''] = /^\s*([*＊][.．])?(.*)$/su.exec(typed) ?? [];
    const normal = normalForm(domain);
    return wildcard && normal ? `*.${normal}` : normal;
  })
  .pipe(z.string().refine(isPattern, 'Must be a domain, such as example.com, or *.example.com for its subdomains.'));

function isPattern(text: string): boolean {
  return form.test(text.startsWith('*.') ? text.slice(2) : text);
}

/** Whether a pattern covers the domain of an email address in its normal form. */
export function coversAddress(pattern: string, email: string): boolean {
  const domain = domainOf(email);
  return pattern.startsWith('*.') ? domain.endsWith(pattern.slice(1)) : domain === pattern;
}

/** A domain whose email addresses belong to people of one organization. */
export const organizationDomainSchema = domainSchema.refine(
  (domain) => !publicMailDomains.has(domain),
  'This is the domain of a public email provider: its addresses belong to people of any organization.',
);

/** The domain of an email address in its normal form. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
