import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const answers = ['yes', 'partly', 'not yet', 'does not apply'] as const
/** How many requirements of levels 1 and 2 each chapter of the standard has, and how many of them are of level 1. */
const perChapter = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]
const ofLevel1 = 70

/** The cells of each row of a table whose first cell matches. */
const rowsOf = (text: string, first: RegExp) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(1, line.lastIndexOf('|')).split('|'))
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter(([cell = '']) => first.test(cell))

const document = readFileSync(new URL('docs/asvs.md', root), 'utf8')
const [head = '', ...chapters] = document.split(/^## /m)
const rows = chapters.flatMap((chapter) =>
  rowsOf(chapter, /^\d+\.\d+\.\d+$/).map(
    ([number = '', level = '', subject = '', answer = '', place = '', proof = '', reason = '']) => ({
      title: chapter.slice(0, chapter.indexOf('\n')),
      number,
      level,
      subject,
      answer,
      place,
      proof,
      reason,
    }),
  ),
)
const filesOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)

test('every requirement has one row, in the order of the standard and below its chapter', () => {
  const numbers = rows.map(({ number }) => number)
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one.localeCompare(other, 'en', { numeric: true })))
  expect(rows.filter(({ title, number }) => title.split(' ')[0] !== number.split('.')[0])).toEqual([])
  const counts = perChapter.map((_, at) => numbers.filter((number) => number.startsWith(`${at + 1}.`)).length)
  expect(counts).toEqual(perChapter)
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(ofLevel1)
  expect(rows.filter(({ level }) => level !== '1' && level !== '2')).toEqual([])
})

describe.each(rows)('$number $subject', ({ subject, answer, place, proof, reason }) => {
  test('has an answer, with what this answer needs', () => {
    expect(subject).not.toBe('')
    expect(answers).toContain(answer)
    if (answer === 'yes') expect([place, proof + reason]).not.toContain('')
    else expect(reason).not.toBe('')
    if (reason !== '') expect(reason).toMatch(/^[^.!?].{5,130}\.$/)
  })

  test('names files that exist, and tests that are tests', () => {
    const [places, proofs] = [filesOf(place), filesOf(proof)]
    expect([...places, ...proofs].filter((path) => !existsSync(new URL(path, root)))).toEqual([])
    expect(proofs.filter((path) => !/\.test\.tsx?$/.test(path))).toEqual([])
    const isOther = (part: string) => !/^(?:`[^`]+`|product \d+\.\d+(?: to \d+\.\d+)?|)$/.test(part)
    expect([...place.split(', '), ...proof.split(', ')].filter(isOther)).toEqual([])
  })
})

test('the figures of the summary are those of the rows', () => {
  const figures = (title: string, of: typeof rows) => [
    title,
    ...answers.map((answer) => String(of.filter((row) => row.answer === answer).length)),
  ]
  const titles = chapters.map((chapter) => chapter.slice(0, chapter.indexOf('\n')))
  expect(rowsOf(head, /^(?:\d+ .*|all)$/)).toEqual([
    ...titles.map((title) =>
      figures(
        title,
        rows.filter((row) => row.title === title),
      ),
    ),
    figures('all', rows),
  ])
})
