import { documentedVariables } from '../config.ts';

/** The text of `--help`. */
export function usage(): string {
  const lines = documentedVariables.map(
    ({ name, meaning, otherwise }) => `  ${name.padEnd(25)} ${meaning}\n  ${''.padEnd(25)} Default: ${otherwise}.`,
  );
  return ['Usage: node src/main.ts [--help | --version]', '', 'Settings (environment variables):', ...lines, ''].join(
    '\n',
  );
}
