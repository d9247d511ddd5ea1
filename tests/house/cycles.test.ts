import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

/** Returns the files that a file imports, types included. An import whose path is computed at run time is not found. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, text)
  const paths = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    // Without its quotation marks.
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  const own = paths.filter((path) => path.startsWith('.')).map((path) => path.replace(/\?.*$/, ''))
  return [...new Set(own.map((path) => normalize(join(dirname(file), path))))]
}

const imports = new Map(sourceFiles.map((file) => [file, importsOf(file)]))

/**
 * Returns the cycles of the graph (Tarjan's algorithm): the groups of at least two names in which every name leads to
 * every other name.
 */
function cyclesIn(arrows: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []
  const visit = (name: string): void => {
    const number = numbers.size
    numbers.set(name, number)
    lowest.set(name, number)
    open.push(name)
    for (const next of arrows.get(name) ?? []) {
      if (!arrows.has(next)) continue
      if (!numbers.has(next)) visit(next)
      if (open.includes(next)) lowest.set(name, Math.min(lowest.get(name) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(name) !== number) return
    const group = open.splice(open.indexOf(name))
    if (group.length > 1) cycles.push(group.toSorted())
  }
  for (const name of arrows.keys()) if (!numbers.has(name)) visit(name)
  return cycles.toSorted((one, other) => (one[0] ?? '').localeCompare(other[0] ?? ''))
}

test('no file imports itself by way of others, types included', () => {
  expect(imports.get('lib/page/frame.ts')).toContain('lib/page/scan/scan.ts')
  expect(cyclesIn(imports)).toEqual([])
})

test('in the page room, no folder imports itself by way of others', () => {
  const folderOf = (file: string) => (dirname(file) === 'lib/page' ? file : file.split('/').slice(0, 3).join('/'))
  const arrows = new Map<string, string[]>()
  for (const [file, targets] of imports) {
    if (!file.startsWith('lib/page/')) continue
    const others = targets.filter((target) => target.startsWith('lib/page/')).map(folderOf)
    const folder = folderOf(file)
    arrows.set(folder, [...(arrows.get(folder) ?? []), ...others.filter((other) => other !== folder)])
  }
  expect(cyclesIn(arrows)).toEqual([])
})
