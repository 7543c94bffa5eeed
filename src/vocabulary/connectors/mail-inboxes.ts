/** A page on which people read their mail. */
interface Inbox {
  name: string;
  url: string;
}

const google = { name: 'Gmail', url: 'https://mail.google.com/mail/' };
const microsoft = { name: 'Outlook', url: 'https://outlook.live.com/mail/' };
const yahoo = { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' };
const apple = { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/' };
const proton = { name: 'Proton Mail', url: 'https://mail.proton.me/' };
const gmx = { name: 'GMX', url: 'https://www.gmx.net/' };

/** The inboxes of well-known mail services, by the domain of an address. */
const inboxes: Readonly<Record<string, Inbox>> = {
  'gmail.com': google,
  'googlemail.com': google,
  'outlook.com': microsoft,
  'outlook.de': microsoft,
  'hotmail.com': microsoft,
  'hotmail.de': microsoft,
  'live.com': microsoft,
  'msn.com': microsoft,
  'yahoo.com': yahoo,
  'yahoo.de': yahoo,
  'yahoo.fr': yahoo,
  'yahoo.es': yahoo,
  'yahoo.co.uk': yahoo,
  'icloud.com': apple,
  'me.com': apple,
  'mac.com': apple,
  'proton.me': proton,
  'protonmail.com': proton,
  'pm.me': proton,
  'gmx.net': gmx,
  'gmx.de': gmx,
  'gmx.at': gmx,
  'gmx.ch': gmx,
  'gmx.com': { name: 'GMX', url: 'https://www.gmx.com/' },
  'web.de': { name: 'WEB.DE', url: 'https://web.de/' },
  't-online.de': { name: 'T-Online', url: 'https://email.t-online.de/' },
  'aol.com': { name: 'AOL Mail', url: 'https://mail.aol.com/' },
};

/** The inbox of an email address; undefined if its service is not known. */
export function inboxOf(address: string): Inbox | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return Object.hasOwn(inboxes, domain) ? inboxes[domain] : undefined;
}
