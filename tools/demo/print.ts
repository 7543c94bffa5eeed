import { decodeJwt } from 'jose';

const colours = process.stdout.isTTY
  ? { bold: '\x1b[1m', dim: '\x1b[2m', off: '\x1b[0m' }
  : { bold: '', dim: '', off: '' };
let steps = 0;

/** A numbered headline: what happens next. */
export function step(headline: string): void {
  steps += 1;
  console.log(`\n${colours.bold}${steps}. ${headline}${colours.off}`);
}

/** One line of what happened. */
export function say(line: string): void {
  console.log(`   ${line}`);
}

/** A value as JSON, indented and dimmed. */
export function show(value: unknown): void {
  const text = JSON.stringify(value, null, 2).replace(/^/gm, '     ');
  console.log(`${colours.dim}${text}${colours.off}`);
}

/** The claims of a token; the token itself is a secret and is not printed. */
export function showClaims(token: string): void {
  show(decodeJwt(token));
}
