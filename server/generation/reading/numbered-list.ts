import { calendarNames } from './calendar.ts'

const number = /^(\s*)(\d{1,9})[.)]\s+/
const german: ReadonlySet<string> = new Set(['de'])

/** "3. Mai" and "3. května 2024" are dates and no items of a list. */
export function followsDay(words: string): boolean {
  const first = words.slice(0, 40)
  return (
    /^\p{L}+\.? (?:19|20)\d{2}(?!\d)/u.test(first) ||
    calendarNames(first, german, true).some(({ part, start }) => part === 'month' && start === 0)
  )
}

const linesIn = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')
const numberOf = (line: string): number => Number(number.exec(line)?.[2])

/** Null if the numbers do not count up from 1, or if one is the day of a date ("3. Mai"). */
export function numberedItems(text: string): string[] | null {
  const lines = linesIn(text)
  const items = lines.map((line) => line.replace(number, '').trim())
  return lines.length > 0 && lines.every((line, at) => numberOf(line) === at + 1) && !items.some(followsDay)
    ? items
    : null
}

/** In each list, the numbers must count up from 1. Indented numbers do not count. */
export function hasNumberedLists(text: string): boolean {
  const lines = linesIn(text)
  const numbered = lines.filter((line) => number.exec(line)?.[1] === '')
  const numbers = [0, ...numbered.map(numberOf)]
  return (
    numbers.slice(1).every((each, at) => each === 1 || each === (numbers[at] ?? 0) + 1) &&
    (numbered.length > 1 || (numbered.length === 1 && numbered[0] === lines[0]))
  )
}
