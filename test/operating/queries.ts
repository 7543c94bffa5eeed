import { readFileSync } from 'node:fs';

/** A query of the alert rules or the board. */
export interface Query {
  /** The alert rule or panel that has it. */
  of: string;
  text: string;
}

interface Board {
  panels: { title: string; targets: { expr: string }[] }[];
}

/** The queries of the board, with the interval that Grafana would insert. */
export function boardQueries(file: string): Query[] {
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as Board;
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ of: `panel "${title}"`, text: expr.replaceAll('$__rate_interval', '1m') })),
  );
}

/** An alert rule as Prometheus has read it. */
export interface AlertRule {
  name: string;
  query: string;
  health: string;
  lastError?: string;
}

/** The queries of alert rules without their threshold: a platform that works is below it. Throws if a rule has none. */
export function alertQueries(rules: readonly AlertRule[]): Query[] {
  return rules.map(({ name, query }) => {
    const [, text] = /^(.*) [<>] [\d.e+]+$/s.exec(query) ?? [];
    if (text === undefined) throw new Error(`alert ${name}: there is no threshold at the end of ${query}`);
    return { of: `alert ${name}`, text };
  });
}
