import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seeded } from '../tests/generation/lies/random.ts'
import { type Change, placeOf, sourcesOf, visitCode } from './expressions.ts'
import { root } from './set-up.mjs'
import { isNode, type Node } from './syntax.ts'

/**
 * `npm run mutants -- server/auth [--sample 100] [--seed 1] [--of 2 --part 1]`: changes one expression in the code of a
 * folder at a time, runs the tests of the folder, and prints each change that no test noticed ("survived"). The files
 * are changed in place and restored, so run the script in a clone without other work.
 * - `--of 2 --part 1`: divides the sample into two parts and uses only the first part. Another machine can use the
 *   second part.
 * - `--to TEXT`: makes only the changes whose new text is TEXT. For example, `--to undefined` leaves out one condition
 *   of `and` or `or` at a time.
 */

const serverTest = (name: string) => `tests/server/${name}.test.ts`

/**
 * Shorter timeout for folders in which a changed expression often makes a test wait forever. The default timeout of a
 * unit test is one minute.
 */
const hangingUnit = ['--project', 'unit', '--testTimeout', '20000']
const slowTakes = '**/{take-journal,unreadable}.test.ts'

/** The tests of each folder, cheapest first. Each entry is a list of arguments of vitest. */
const testsOf: Record<string, string[][]> = {
  'lib/transcript': [
    [...hangingUnit, 'lib/transcript', 'components/recording', '--exclude', slowTakes],
    [...hangingUnit, 'lib/transcript/take-journal.test.ts', 'lib/transcript/sending/unreadable.test.ts'],
  ],
  'server/generation/check': [
    [...hangingUnit, 'server/generation/check'],
    ['--project', 'unit', 'server/generation', 'tests/generation'],
  ],
  'server/auth': [
    ['--project', 'unit', 'server/auth'],
    ['--project', 'server', ...['sessions', 'attempts'].map(serverTest)],
    ['--project', 'server', 'tests/server/sign-in.test.ts'],
    [
      '--project',
      'server',
      'tests/attacks',
      '--exclude',
      '**/in-browser/**',
      '-t',
      'sign|session|token|password|attempt',
    ],
  ],
  'server/authority': [
    [
      '--project',
      'server',
      ...['two-owners', 'directory-sharing', 'lookup', 'retention', 'portal-session'].map(serverTest),
    ],
    ['--project', 'server', ...['phones', 'directories'].map(serverTest)],
    ['--project', 'server', ...['account', 'invitations', 'directory-roles', 'emails', 'licenses'].map(serverTest)],
    ['--project', 'server', ...['access-organizations', 'platform-outputs', 'webhooks', 'consent'].map(serverTest)],
    ['--project', 'server', 'tests/server/access'],
    ['--project', 'server', ...['sign-in', 'admin-users', 'reports-life', 'layouts'].map(serverTest)],
  ],
  'lib/page/fill': [
    ['--project', 'unit', 'lib/page/fill'],
    [
      '--project',
      'pages',
      'tests/ehr-pages/fill.test.ts',
      'tests/ehr-pages/undo.test.ts',
      'tests/ehr-pages/lists.test.ts',
      'tests/ehr-pages/drop.test.ts',
      'tests/ehr-pages/typing.test.ts',
    ],
    ['--project', 'pages', 'tests/ehr-pages/editors.test.ts', 'tests/ehr-pages/kipu.test.ts'],
  ],
}

const opposites: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}

/**
 * Returns the possible changes of one node: another operator (see `opposites`), `true` or `false` as the condition of
 * an `if` or of `?:`, a removed `!`, the other boolean value, a removed call, or `undefined` for one argument of
 * drizzle's `and` and `or`, which ignore `undefined`. Numbers are not changed, because most of them are times and
 * limits, and a test need not notice a slightly different limit.
 */
function changesOf(node: Node, source: string): Omit<Change, 'file'>[] {
  const { type, start, end } = node
  if (type === 'BinaryExpression' || type === 'LogicalExpression') {
    const operator = opposites[String(node.operator)]
    const { left, right } = node
    if (operator === undefined || !isNode(left) || !isNode(right)) return []
    const text = `(${source.slice(left.start, left.end)}) ${operator} (${source.slice(right.start, right.end)})`
    return [{ start, end, text }]
  }
  if ((type === 'IfStatement' || type === 'ConditionalExpression') && isNode(node.test)) {
    const { test } = node
    return ['true', 'false'].map((text) => ({ start: test.start, end: test.end, text }))
  }
  if (type === 'UnaryExpression' && node.operator === '!' && isNode(node.argument))
    return [{ start, end, text: source.slice(node.argument.start, node.argument.end) }]
  if (type === 'Literal' && typeof node.value === 'boolean') return [{ start, end, text: String(!node.value) }]
  if (type === 'CallExpression' && isNode(node.callee) && ['and', 'or'].includes(String(node.callee.name))) {
    const args = Array.isArray(node.arguments) ? node.arguments.filter(isNode) : []
    if (args.length < 2) return []
    return args.map(({ start, end }) => ({ start, end, text: 'undefined' }))
  }
  if (type === 'ExpressionStatement' && isNode(node.expression) && node.expression.type.endsWith('CallExpression'))
    return [{ start, end, text: ';' }]
  return []
}

function mutantsOf(file: string, source: string): Change[] {
  const changes: Change[] = []
  visitCode(file, source, (node) => changes.push(...changesOf(node, source).map((change) => ({ file, ...change }))))
  return changes
}

/**
 * Runs tests and resolves with true if all tests passed. If the run takes longer than `limitMs`, ends the run and
 * resolves with false.
 */
function pass(args: string[], limitMs: number): Promise<boolean> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', '--reporter', 'dot', ...args], {
      cwd: root,
      stdio: 'ignore',
      detached: true,
    })
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), limitMs)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    of: { type: 'string', default: '1' },
    part: { type: 'string', default: '1' },
    to: { type: 'string' },
  },
})
const room = positionals[0] ?? ''
const suites = testsOf[room]
if (suites === undefined) throw new Error(`Name one of these rooms: ${Object.keys(testsOf).join(', ')}.`)

const sources = await sourcesOf(room)
const all = [...sources]
  .flatMap(([file, source]) => mutantsOf(file, source))
  .filter(({ text }) => values.to === undefined || text === values.to)
const random = seeded(Number(values.seed))
const sample = all
  .map((mutant) => ({ mutant, order: random.next() }))
  .sort((a, b) => a.order - b.order)
  .slice(0, Number(values.sample))
  .map(({ mutant }) => mutant)
  .filter((_, index) => index % Number(values.of) === Number(values.part) - 1)

const limits: number[] = []
for (const suite of suites) {
  const began = performance.now()
  if (!(await pass(suite, 30 * 60_000))) throw new Error(`These tests fail without any change: ${suite.join(' ')}`)
  limits.push(20_000 + 3 * (performance.now() - began))
}
const survived: string[] = []
for (const [index, { file, start, end, text }] of sample.entries()) {
  const source = sources.get(file) ?? ''
  await writeFile(join(root, file), source.slice(0, start) + text + source.slice(end))
  let killed = false
  try {
    for (const [at, suite] of suites.entries()) killed ||= !(await pass(suite, limits[at] ?? 0))
  } finally {
    await writeFile(join(root, file), source)
  }
  const place = placeOf(source, { start, end }, 80)
  const change = `${file}:${place.line}: ${place.text} → ${text.slice(0, 60)}`
  console.log(`${index + 1}/${sample.length} ${killed ? 'killed  ' : 'SURVIVED'} ${change}`)
  if (!killed) survived.push(change)
}
const share = Math.round((100 * (sample.length - survived.length)) / Math.max(1, sample.length))
console.log(
  `${room}: ${sample.length - survived.length} of ${sample.length} changes noticed (${share} %), of ${all.length}.`,
)
