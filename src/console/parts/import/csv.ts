// Comma-separated values (RFC 4180), also with semicolons or tabs, as spreadsheets write them.

/** A record of a table: the line at which it begins, its text and its values. */
interface CsvRecord {
  line: number;
  text: string;
  values: readonly string[];
}

/** The most frequent of the separators in the heading. */
const separatorOf = (text: string): string => {
  const [heading = ''] = text.split('\n', 1);
  const count = (separator: string): number => heading.split(separator).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ',';
};

/** A value in quotation marks, or one without; then the separator, or the end of the line. */
const cell = (separator: string): RegExp =>
  new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y');

export function readCsv(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  const pattern = cell(separatorOf(text));
  let line = 1;
  let begin = { line, index: 0 };
  let values: string[] = [];
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (!match) throw new SyntaxError(`line ${line}`);
    const [whole, quoted, plain = '', end = ''] = match;
    values.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    if (end !== '' && !end.includes('\n') && pattern.lastIndex < text.length) continue;
    const record = { line: begin.line, text: text.slice(begin.index, pattern.lastIndex).trimEnd(), values };
    if (values.some((value) => value !== '')) records.push(record);
    values = [];
    begin = { line, index: pattern.lastIndex };
  }
  return records;
}
