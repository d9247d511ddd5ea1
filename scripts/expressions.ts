import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { root } from './set-up.mjs'
import { isNode, type Node } from './syntax.ts'

export interface Change {
  file: string
  start: number
  end: number
  text: string
}

/** Types of syntax nodes for types and imports. A change of such a node has no effect when the code runs. */
const typeNodes = /^(?:TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|Import|ExportAll)/

/**
 * Calls `visit` with each node that has an effect when the code runs, and with its parent nodes (`around`, the
 * innermost first). Parentheses have no node.
 */
export function visitCode(file: string, source: string, visit: (node: Node, around: Node[]) => void): void {
  const go = (value: unknown, around: Node[]): void => {
    if (Array.isArray(value)) for (const one of value) go(one, around)
    if (!isNode(value) || typeNodes.test(value.type)) return
    visit(value, around)
    for (const child of Object.values(value)) go(child, [value, ...around])
  }
  go(parseSync(file, source, { preserveParens: false }).program, [])
}

export async function sourcesOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
  const sources = new Map<string, string>()
  for (const name of names) sources.set(name, await readFile(join(root, name), 'utf8'))
  return sources
}

/** Returns the line number of an expression, and its text without line breaks, cut after `most` characters. */
export function placeOf(source: string, { start, end }: Pick<Change, 'start' | 'end'>, most: number) {
  const line = source.slice(0, start).split('\n').length
  return { line, text: source.slice(start, end).replace(/\s+/g, ' ').slice(0, most) }
}
