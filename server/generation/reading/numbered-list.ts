import { calendarNames } from './calendar.ts'

const number = /^(\s*)(\d{1,9})[.)]\s+/
const german: ReadonlySet<string> = new Set(['de'])

/**
 * True if `words`, which follow a number and a full stop, begin with a month ("3. Mai"), or with a word and a year ("3.
 * května 2024"). In these cases, the number is the day of a date and not the number of a list item. English dates are
 * not written in this way. Names of months are searched only in German. Most Scandinavian names of months match too.
 */
export function followsDay(words: string): boolean {
  const first = words.slice(0, 40)
  return (
    /^\p{L}+\.? (?:19|20)\d{2}(?!\d)/u.test(first) ||
    calendarNames(first, german, true).some(({ part, start }) => part === 'month' && start === 0)
  )
}

const linesIn = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')
const numberOf = (line: string): number => Number(number.exec(line)?.[2])

/**
 * Returns the items of a numbered list without their numbers. Null if a line has no number, if the numbers do not count
 * up from 1, or if a number is the day of a date ("3. Mai"). If the result is null, the caller must keep the numbers,
 * because they can be a part of what the text says.
 */
export function numberedItems(text: string): string[] | null {
  const lines = linesIn(text)
  const items = lines.map((line) => line.replace(number, '').trim())
  return lines.length > 0 && lines.every((line, at) => numberOf(line) === at + 1) && !items.some(followsDay)
    ? items
    : null
}

/**
 * True if a text contains numbered lines, with or without other lines between them: "1. MDD", "Continue sertraline",
 * "2. GAD". The text may have several lists. In each list, the numbers must count up from 1. If only one line of the
 * text has a number, it must be the first line. Indented numbers do not count.
 */
export function hasNumberedLists(text: string): boolean {
  const lines = linesIn(text)
  const numbered = lines.filter((line) => number.exec(line)?.[1] === '')
  const numbers = [0, ...numbered.map(numberOf)]
  return (
    numbers.slice(1).every((each, at) => each === 1 || each === (numbers[at] ?? 0) + 1) &&
    (numbered.length > 1 || (numbered.length === 1 && numbered[0] === lines[0]))
  )
}
