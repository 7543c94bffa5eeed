import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Whether this process owns the connection with this port of 127.0.0.1. True if unknown, without /proc. */
export function ownsPort(pid: number, port: number): boolean {
  try {
    const inode = inodeOf(port);
    return inode !== undefined && readdirSync(`/proc/${pid}/fd`).some((fd) => leadsTo(`/proc/${pid}/fd/${fd}`, inode));
  } catch {
    return process.platform !== 'linux';
  }
}

/** The inode of the socket with that address: proc_net_tcp(5) contains both, the address in hexadecimal. */
function inodeOf(port: number): string | undefined {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return lines.map((line) => line.trim().split(/\s+/)).find((columns) => columns[1] === address)?.[9];
}

function leadsTo(link: string, inode: string): boolean {
  try {
    return readlinkSync(link) === `socket:[${inode}]`;
  } catch {
    return false; // Closed meanwhile.
  }
}
