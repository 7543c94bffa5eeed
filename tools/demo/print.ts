import { decodeJwt, type JWTPayload } from 'jose';

const colors = process.stdout.isTTY
  ? { bold: '\x1b[1m', dim: '\x1b[2m', off: '\x1b[0m' }
  : { bold: '', dim: '', off: '' };
let steps = 0;

/** Prints a numbered headline. */
export function step(headline: string): void {
  steps += 1;
  console.log(`\n${colors.bold}${steps}. ${headline}${colors.off}`);
}

/** Prints a line. */
export function say(line: string): void {
  console.log(`   ${line}`);
}

/** Prints a value as indented, dimmed JSON. */
export function show(value: unknown): void {
  const text = JSON.stringify(value, null, 2).replace(/^/gm, '     ');
  console.log(`${colors.dim}${text}${colors.off}`);
}

/** Prints the claims of a token, but not the token, which is a secret. */
export function showClaims(token: string): void {
  show(decodeJwt(token));
}

/** Prints how a person has signed in, from the ID token. */
export function showSignIn(tokens: { claims(): JWTPayload | undefined }): void {
  const { sub, acr, amr } = tokens.claims() ?? {};
  show({ sub, acr, amr });
}

/** Prints rows with aligned columns. */
export function showTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    say(cells.join('  ').trimEnd());
  }
}
