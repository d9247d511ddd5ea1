import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseSync } from 'oxc-parser'
import { seeded } from '../tests/generation/lies/random.ts'

/**
 * `node scripts/run.mjs scripts/sample-comments.ts [--seed 1] [--count 40]`: draws comments of seven words or more at
 * random. Prints each comment with the code around it, without its path. A person who knows nothing else of the project
 * can then mark the comments that are not clear at first reading.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['lib', 'server', 'components', 'entrypoints', 'scripts', 'tests']
const wordsMin = 7
const linesAround = 8

interface Remark {
  text: string
  around: string
}

function commentsOf(path: string): Remark[] {
  const source = readFileSync(`${root}/${path}`, 'utf8')
  const lines = source.split('\n')
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length - 1
  const merged: { from: number; to: number; text: string }[] = []
  for (const { type, value, start, end } of parseSync(path, source).comments) {
    const from = lineOf(start)
    const last = merged.at(-1)
    if (type === 'Line' && last !== undefined && last.to === from - 1 && lines[from]?.trim().startsWith('//')) {
      last.to = from
      last.text += ` ${value.trim()}`
    } else merged.push({ from, to: lineOf(end), text: value.replace(/^\s*\*+ ?/gm, '').trim() })
  }
  return merged
    .filter(({ text }) => !/^(?:biome-ignore|@ts-|@vitest|\/ ?<reference)/.test(text))
    .map(({ from, to, text }) => ({
      text: text.replace(/\s+/g, ' '),
      around: lines.slice(from, to + 1 + linesAround).join('\n'),
    }))
}

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '40' } },
})
const files = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file))
const comments = files.flatMap(commentsOf).filter(({ text }) => text.split(' ').length >= wordsMin)
const random = seeded(Number(values.seed))
const sample = comments
  .map((comment) => ({ comment, order: random.next() }))
  .sort((a, b) => a.order - b.order)
  .slice(0, Number(values.count))
console.log(`${sample.length} of ${comments.length} comments, seed ${values.seed}.`)
for (const [index, { comment }] of sample.entries()) console.log(`\n--- ${index + 1} ---\n${comment.around}`)
