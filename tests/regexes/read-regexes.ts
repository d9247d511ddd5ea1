import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = ['lib', 'server', 'components', 'entrypoints']

/** A regular expression in the code. */
export interface Found {
  source: string
  flags: string
  /** The first file that contains it. */
  file: string
}

interface Node {
  type?: string
  regex?: { pattern: string; flags: string }
  value?: unknown
  callee?: { name?: string; type?: string; object?: { name?: string }; property?: { name?: string } }
  tag?: Node['callee']
  arguments?: Node[]
  quasi?: Node
  quasis?: { value: { raw: string; cooked: string } }[]
  expressions?: unknown[]
}

/** Returns the text of a string literal, or of a template literal without expressions. Undefined for any other node. */
function fixedText(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  const isRaw = node?.type === 'TaggedTemplateExpression' && node.tag?.object?.name === 'String'
  const template = isRaw ? node.quasi : node
  if (template?.type !== 'TemplateLiteral' || template.expressions?.length !== 0) return undefined
  const [part] = template.quasis ?? []
  return isRaw ? part?.value.raw : part?.value.cooked
}

function regexOf(node: Node): Omit<Found, 'file'> | null {
  if (node.type === 'Literal' && node.regex !== undefined)
    return { source: node.regex.pattern, flags: node.regex.flags }
  if (node.type !== 'NewExpression' || node.callee?.name !== 'RegExp') return null
  const source = fixedText(node.arguments?.[0])
  const flags = node.arguments?.[1] === undefined ? '' : fixedText(node.arguments[1])
  return source === undefined || flags === undefined ? null : { source, flags }
}

/** All regular expressions in the product's code that are literals or constant strings, without duplicates. */
export function readRegexes(): Found[] {
  const found = new Map<string, Found>()
  const walk = (file: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const regex = regexOf(value as Node)
    const key = regex === null ? '' : `/${regex.source}/${regex.flags}`
    if (regex !== null && !found.has(key)) found.set(key, { ...regex, file })
    for (const child of Object.values(value)) walk(file, child)
  }
  for (const folder of folders)
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      walk(relative(root, path), parseSync(path, readFileSync(path, 'utf8')).program.body)
    }
  return [...found.values()]
}
