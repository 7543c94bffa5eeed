/** The host of an address that is an IP address: a URL has IPv4 in four numbers, and IPv6 in brackets. */
const ipAddress = /^\[|\.\d+$/;

/**
 * True if browsers can use passkeys at the public URL. A passkey belongs to a domain, which an IP address is not
 * (WebAuthn Level 3 §5.1.3, step 7).
 */
export const allowsPasskeys = (publicUrl: string): boolean => !ipAddress.test(new URL(publicUrl).hostname);
