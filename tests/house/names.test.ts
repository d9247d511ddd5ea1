import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { childrenOf, isNode, type Node } from '../../scripts/syntax.ts'
import { root, sourceFiles } from './source-files.ts'

/** Participles, adverbs and adjectives. As the name of a variable, such a word does not say what the thing is. */
const vague = new Set(
  `added after again allowed alone already always answered apart applied asked away back before begun behind beside both
  called changed checked chosen closed come counted cut deleted done drawn else ended ever expected failed filled finished
  first fixed found given gone grown heard held here hidden joined kept known last later left less listed loaded locked long
  lost made marked matched measured meant met missing more moved much named near needed new next now offered old once
  opened other own paid passed past paused picked placed planned played proved pulled pushed put ran ranked read ready
  refused removed renewed repeated replaced reported requested restored returned right said same saved seen sent set shown
  signed since skipped sorted split spoken started stated still stopped stored taken tested then told tried turned typed
  until used waited wanted went whatever where whole written wrong`.split(/\s+/),
)
const mostShare = 0.02

/** Returns the names that a pattern declares. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [String(pattern.name)]
  if (pattern.type === 'AssignmentPattern') return isNode(pattern.left) ? namesIn(pattern.left) : []
  if (pattern.type === 'Property') return isNode(pattern.value) ? namesIn(pattern.value) : []
  return ['ObjectPattern', 'ArrayPattern', 'RestElement'].includes(pattern.type)
    ? childrenOf(pattern).flatMap(namesIn)
    : []
}

/** Returns the names of the variables and parameters of a file. */
function declaredIn(node: Node): string[] {
  const isFunction = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
  const patterns = node.type === 'VariableDeclarator' ? [node.id] : isFunction ? [node.params].flat() : []
  return [...patterns.filter(isNode).flatMap(namesIn), ...childrenOf(node).flatMap(declaredIn)]
}

test('almost every variable is named by what it is', () => {
  const names = sourceFiles.flatMap((file) => {
    const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
    return declaredIn(program as unknown as Node).map((name) => ({ file, name }))
  })
  const nameless = names.filter(({ name }) => vague.has(name))
  const worst = [...Map.groupBy(nameless, ({ file }) => file)]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, 10)
    .map(([file, places]) => `${file}: ${places.map(({ name }) => name).join(' ')}`)
  expect(names.length).toBeGreaterThan(10_000)
  expect(nameless.length / names.length, worst.join('\n')).toBeLessThanOrEqual(mostShare)
})
