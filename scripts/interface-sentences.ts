import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { childrenOf, isNode, type Node } from './syntax.ts'

/**
 * Prints every sentence that can be shown on a screen: file and line, a tab, the sentence. Used to read all sentences
 * of the product in one list. A part that is computed is printed as {…}.
 *
 *     node scripts/run.mjs scripts/interface-sentences.ts [folder or file …]
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const fewestWords = 4

const silentNames = new Set(
  'className classNames data-testid id key d style href src pattern sizes htmlFor name type summary fontFamily justification'.split(
    ' ',
  ),
)
/**
 * Methods whose arguments are log lines, selectors, descriptions for developers or texts that are only compared.
 * `split`: the text is a list of words.
 */
const silentMethods = new Set(
  'log trace debug info warn fatal describe querySelector querySelectorAll closest matches getElementById startsWith endsWith includes split'.split(
    ' ',
  ),
)
/**
 * Functions of the server whose text arguments are never shown. These texts go to the log, are stored as the reason why
 * a session ended, or are hashed. (In addition, `isSilent` skips the function `tags` in all files, because its
 * arguments are names of HTML elements.)
 */
const silentFunctions = new Set(
  'tell tellModelFailures endFamily endAllFamilies endActingFamilies hashPassword'.split(' '),
)
const programErrors = ['TypeError', 'RangeError', 'SyntaxError']
/** Errors of the server that are logged, or replaced by a `Problem` with its own text. */
const loggedErrors = new Set(
  `Error ProviderFailure BillingFailure ReaderCrashed WriterFailedError TryLaterError ComputingFailedError DeliveryFailed
  MetronomeFailure AgainAtOnce LeaseLost Misfit ${programErrors.join(' ')}`.split(/\s+/),
)
/**
 * Files whose strings are never shown on a screen: prompts of language models, word lists of the built-in reader,
 * messages of the server's start, and the code of the database.
 */
const unseen = /^server\/(providers\/language|generation\/(reading|embedded|omissions)|config|store|demo)\b/
/** A text of more words than this without any punctuation is a list of words, not a sentence. */
const unpunctuatedMax = 12

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node.property)
  return String(node.name ?? node.value ?? '')
}

const codeTypes = new Set(['ImportDeclaration', 'ImportExpression', 'TaggedTemplateExpression', 'TSLiteralType'])

function isSilent(node: Node, isServer: boolean): boolean {
  if (codeTypes.has(node.type)) return true
  if (node.type === 'JSXAttribute' || node.type === 'Property') {
    return silentNames.has(nameOf(node.type === 'Property' ? node.key : node.name))
  }
  if (node.type === 'CallExpression') {
    const callee = node.callee as Node
    if (callee.type !== 'MemberExpression')
      return nameOf(callee) === 'tags' || (isServer && silentFunctions.has(nameOf(callee)))
    return silentMethods.has(nameOf(callee)) || nameOf(callee.object) === 'log'
  }
  if (node.type === 'NewExpression') {
    const name = nameOf(node.callee)
    return isServer ? loggedErrors.has(name) : programErrors.includes(name)
  }
  return isServer && node.type === 'ClassDeclaration' && loggedErrors.has(nameOf(node.id))
}

/**
 * Returns true for a function that calls `useContext`. Such a function throws only if a developer has forgotten the
 * context provider. The ErrorBoundary then shows its own text, so the text of this error is never on a screen.
 */
const readsContext = (node: Node): boolean =>
  node.type === 'CallExpression' ? nameOf(node.callee) === 'useContext' : childrenOf(node).some(readsContext)
const isFunction = (node: Node): boolean => /Function/.test(node.type)

const isJsxParent = (node: Node): boolean => node.type === 'JSXElement' || node.type === 'JSXFragment'

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'JSXText') return String(node.value)
  if (node.type === 'TemplateLiteral') {
    const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    return parts.join('{…}')
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [node.left, node.right].map((side) => (isNode(side) ? textOf(side) : null))
    return left === null && right === null ? null : `${left ?? '{…}'}${right ?? '{…}'}`
  }
  if (isJsxParent(node)) {
    const inside = node.children as Node[]
    if (!inside.some((child) => child.type === 'JSXText' && String(child.value).trim() !== '')) return null
    return inside.map((child) => textOf(child) ?? (isJsxParent(child) ? '' : '{…}')).join('')
  }
  if (node.type === 'JSXExpressionContainer') {
    return isNode(node.expression) ? (textOf(node.expression) ?? '{…}') : null
  }
  return null
}

function isSentence(text: string): boolean {
  const tokens = text.split(' ').filter((token) => /\p{L}/u.test(token))
  if (tokens.length < fewestWords) return false
  if (tokens.length > unpunctuatedMax && !/[.,:;?!…]/.test(text)) return false
  if (/\p{L}\|\p{L}|:not\(| = /u.test(text)) return false
  const words = tokens.filter((token) => /^[“"‘'(]*\p{L}[\p{L}\p{M}’'/-]*[”"’'),.;:?!…]*$/u.test(token))
  return words.length >= tokens.length * 0.7
}

interface Sentence {
  file: string
  line: number
  text: string
}

function sentencesOf(file: string): Sentence[] {
  const source = readFileSync(join(root, file), 'utf8')
  const sentences: Sentence[] = []
  const isServer = file.startsWith('server/')
  // Skip errors that are thrown outside of functions: they stop the program before a screen can show them.
  const visit = (node: Node, canThrow: boolean): void => {
    if (isSilent(node, isServer) || (node.type === 'ThrowStatement' && !canThrow)) return
    const throws = isFunction(node) ? !readsContext(node) : canThrow
    const text = textOf(node)?.replace(/\s+/g, ' ').trim()
    if (text !== undefined) {
      if (isSentence(text)) sentences.push({ file, line: source.slice(0, node.start).split('\n').length, text })
      // A computed part can contain further texts, for example `${isOne ? '1 field is' : 'fields are'}`.
      for (const part of computedIn(node)) visit(part, throws)
      return
    }
    const key = node.type === 'Property' ? node.key : null
    for (const child of childrenOf(node)) if (child !== key) visit(child, throws)
  }
  visit(parseSync(file, source).program as unknown as Node, false)
  return sentences
}

/**
 * Returns the nodes inside a text that can contain further sentences: computed expressions, such as those of a template
 * string, and the attributes of JSX elements, such as an `aria-label`. The caller searches these nodes separately.
 */
function computedIn(node: Node): Node[] {
  if (node.type === 'TemplateLiteral') return node.expressions as Node[]
  if (node.type === 'BinaryExpression') {
    return [node.left as Node, node.right as Node].flatMap((side) =>
      textOf(side) === null ? [side] : computedIn(side),
    )
  }
  if (node.type === 'JSXExpressionContainer') {
    const inside = node.expression as Node
    return textOf(inside) === null ? [inside] : computedIn(inside)
  }
  if (!isJsxParent(node)) return []
  const opening = isNode(node.openingElement) ? [node.openingElement] : []
  return [
    ...opening,
    ...(node.children as Node[]).flatMap((child) => (textOf(child) === null ? [child] : computedIn(child))),
  ]
}

const paths = process.argv.slice(2).map((path) => relative(root, join(process.cwd(), path)))

const files = ['components', 'entrypoints', 'lib', 'server']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  .filter((file) => !unseen.test(file))
  .filter((file) => paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`)))
  .sort()

for (const file of files) {
  for (const { line, text } of sentencesOf(file)) process.stdout.write(`${file}:${line}\t${text}\n`)
}
