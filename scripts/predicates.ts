import { type Change, visitCode } from './expressions.ts'
import { isNode, type Node } from './syntax.ts'

/**
 * A condition in the code. `variants`: the texts that can replace the condition, such as `true` and `false`. With each
 * of these texts, the condition has no effect. The id of each text is unique in all files.
 */
export interface Predicate extends Omit<Change, 'text'> {
  variants: { id: number; text: string }[]
}

const comparisons = new Set(['===', '!==', '<', '<=', '>', '>=', 'in', 'instanceof'])
const askingMethods = new Set(['test', 'some', 'every', 'includes', 'has', 'startsWith', 'endsWith'])
const askingName = /^(?:is|are|has|may|says|asks|holds|goes|takes|same|answers|flows)(?=\p{Lu}|$)/u

const isChain = ({ type, operator }: Node): boolean =>
  type === 'LogicalExpression' && (operator === '&&' || operator === '||')

function isBoolean(node: Node): boolean {
  const { type, operator, callee } = node
  if (type === 'BinaryExpression') return comparisons.has(String(operator))
  if (type === 'UnaryExpression') return operator === '!'
  if (isChain(node)) return isNode(node.right) && isBoolean(node.right)
  if (type !== 'CallExpression' || !isNode(callee)) return false
  return isNode(callee.property)
    ? askingMethods.has(String(callee.property.name)) || askingName.test(String(callee.property.name))
    : askingName.test(String(callee.name))
}

const isTest = (node: Node, parent: Node): boolean =>
  (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') && parent.test === node

/** Returns true if the code tests only whether an expression is truthy, and does not use its value. */
function isOnlyAsked(node: Node, [parent, ...around]: Node[]): boolean {
  if (!parent) return false
  if (isTest(node, parent) || (parent.type === 'UnaryExpression' && parent.operator === '!')) return true
  return isChain(parent) && isOnlyAsked(parent, around)
}

/**
 * Returns the texts that can replace a condition. With each of these texts, the condition has no effect. Returns an
 * empty list if the node is no condition.
 */
function withoutIt(node: Node, source: string, around: Node[]): string[] {
  const [parent] = around
  if (!parent) return []
  if (node.type === 'Literal' && 'regex' in node) {
    // In a call `/…/.test(…)`, the regular expression is not replaced, because the whole call can be replaced.
    const call = around[1]
    const isTested =
      parent.type === 'MemberExpression' &&
      call?.type === 'CallExpression' &&
      isNode(parent.property) &&
      parent.property.name === 'test'
    return isTested ? [] : [`/(?!)/${source.slice(node.start, node.end).replace(/^.*\//s, '')}`]
  }
  if (isTest(node, parent)) return ['true', 'false']
  if (isChain(parent) && (parent.left === node || parent.right === node)) {
    if (node.type === 'Literal' || (isChain(node) && node.operator === parent.operator)) return []
    if (parent.operator === '||') return ['false']
    return parent.left === node || isBoolean(node) || isOnlyAsked(node, around) ? ['true'] : []
  }
  const isResult =
    (parent.type === 'ArrowFunctionExpression' && parent.body === node) ||
    parent.type === 'ReturnStatement' ||
    (parent.type === 'VariableDeclarator' && parent.init === node)
  return isResult && isBoolean(node) ? ['true', 'false'] : []
}

let numbered = 0

export function predicatesOf(file: string, source: string): Predicate[] {
  const predicates: Predicate[] = []
  visitCode(file, source, (node, around) => {
    const texts = withoutIt(node, source, around)
    if (texts.length > 0)
      predicates.push({
        file,
        start: node.start,
        end: node.end,
        variants: texts.map((text) => ({ id: ++numbered, text })),
      })
  })
  return predicates.sort((one, two) => one.start - two.start || two.end - one.end)
}

/**
 * Returns the code with a switch at each predicate: if `globalThis.ablated` contains the id of a variant when the code
 * runs, the text of this variant is evaluated instead of the predicate. A predicate may contain other predicates.
 */
export function switched(source: string, predicates: Predicate[]): string {
  let index = 0
  const part = (from: number, to: number): string => {
    let [code, at] = ['', from]
    for (let predicate = predicates[index]; predicate && predicate.start < to; predicate = predicates[index]) {
      index++
      code += source.slice(at, predicate.start)
      const inner = part(predicate.start, predicate.end)
      code += `(${predicate.variants.map(({ id, text }) => `ablated[${id}] ? ${text} : `).join('')}(${inner}))`
      at = predicate.end
    }
    return code + source.slice(at, to)
  }
  return `const ablated = globalThis.ablated;\n${part(0, source.length)}`
}
