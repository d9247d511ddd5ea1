/**
 * Parses comma-separated values. The first line gives the column names. Quoted cells may contain commas and line
 * breaks.
 */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  for (const match of text.replaceAll('\r\n', '\n').matchAll(/(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n|$)/g)) {
    const [all, quoted, plain = '', end] = match
    if (all === '' && match.index >= text.length) break
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\n') rows.push([])
  }
  const [head = [], ...body] = rows
  return body
    .filter((cells) => cells.length >= head.length)
    .map((cells) => Object.fromEntries(head.map((name, column) => [name, cells[column] ?? ''])))
}
