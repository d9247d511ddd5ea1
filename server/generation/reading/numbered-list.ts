import { calendarNames } from './calendar.ts'

const number = /^(\s*)(\d{1,9})[.)]\s+/
const german: ReadonlySet<string> = new Set(['de'])

/**
 * True if the words after a number and a full stop make this number the day of a date: "3. Mai", "3. května 2024". English
 * has no such dates. The Scandinavian months are like the German ones.
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
 * Returns the items of a numbered list without their numbers. Null if the text is no such list: every line must have a
 * number, and the numbers must count up from 1. In all other texts, a number at the beginning of a line is one of the
 * words, such as "3. Mai". Without it, the text would say something else.
 */
export function numberedItems(text: string): string[] | null {
  const lines = linesIn(text)
  const items = lines.map((line) => line.replace(number, '').trim())
  return lines.length > 0 && lines.every((line, at) => numberOf(line) === at + 1) && !items.some(followsDay)
    ? items
    : null
}

/**
 * True if a text contains numbered lists between other lines: "1. MDD", "Continue sertraline", "2. GAD". Each list begins
 * with 1. One numbered line counts only at the beginning of the text. Lines that are indented belong to the line above.
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
