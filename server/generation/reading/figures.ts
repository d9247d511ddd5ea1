import type { KnownLanguage } from './languages/index.ts'
import { halfWords, jointWords, numberTable, plainLetters, thousandWords, wordLanguages } from './number-words.ts'
import { readNumbers } from './numbers.ts'

/** `values` are all values that it may mean: "1.500" is 1500 or 1.5. */
export interface Figure {
  values: readonly number[]
  start: number
  end: number
  text: string
  digits: boolean
}

export const asciiDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // In Unicode, the ten digits of a script are consecutive, and the character before the zero is not a digit.
    let zero = code
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    const value = String((code - zero) % 10)
    return digit.length === 1 ? value : value.padEnd(digit.length)
  })

const numeral = /(?<![\d])\d{1,12}(?:[.,٫٬]\d{1,12}){0,4}/g

/** A comma or full stop may begin decimals or separate thousands. */
function meanings(text: string): number[] {
  const plain = text.replaceAll('٫', '.').replaceAll('٬', ',')
  const groups = plain.split(/[.,]/)
  if (groups.length === 1) return [Number(plain)]
  const wholeNumber = groups.slice(1).every((group) => group.length === 3) ? [Number(groups.join(''))] : []
  const last = groups.at(-1) ?? ''
  const decimal = [Number(`${groups.slice(0, -1).join('')}.${last}`)]
  return [...wholeNumber, ...decimal]
}

const inDigits = (text: string): Figure[] =>
  [...asciiDigits(text).matchAll(numeral)].map(({ 0: match, index }) => ({
    values: meanings(match),
    start: index,
    end: index + match.length,
    text: text.slice(index, index + match.length),
    digits: true,
  }))

const wordsMax = 7
const point = new Set(['coma', 'virgule', 'komma', 'virgula', 'virgola', 'punto', 'فاصله'].map(plainLetters))

interface Token {
  plain: string
  start: number
  end: number
}

function numberAt(
  words: readonly Token[],
  from: number,
  language: KnownLanguage,
): { value: number; to: number } | null {
  const table = numberTable(language)
  if (jointWords.has(words[from]?.plain ?? '')) return null
  let joinedWords = ''
  let longestMatch: { value: number; to: number } | null = null
  for (let to = from; to < Math.min(words.length, from + wordsMax); to++) {
    const word = words[to]
    const previousWord = words[to - 1]
    // A longer distance, such as a comma and a space, ends the number.
    if (word === undefined || (previousWord !== undefined && to > from && word.start - previousWord.end > 1)) break
    // In Arabic, "and" is written together with the word after it.
    joinedWords +=
      to === from && language === 'ar' && !table.has(word.plain) ? word.plain.replace(/^و/, '') : word.plain
    const value = table.get(joinedWords)
    if (value !== undefined) longestMatch = { value, to }
  }
  return longestMatch
}

function inWords(text: string, language: KnownLanguage): Figure[] {
  const words = [...text.matchAll(/[\p{L}\p{M}’']+/gu)].map(
    ({ 0: word, index }): Token => ({ plain: plainLetters(word), start: index, end: index + word.length }),
  )
  const figures: Figure[] = []
  for (let at = 0; at < words.length; at++) {
    const thousand = thousandWords(language)
    const glued = thousand.map((name) => words[at]?.plain.split(name) ?? []).find((parts) => parts.length === 2)
    const table = numberTable(language)
    let end = at
    let value: number | undefined
    const [front = '', tail = ''] = glued ?? []
    if (glued !== undefined && [front, tail].every((part) => part === '' || table.has(part))) {
      value = (front === '' ? 1 : (table.get(front) ?? 1)) * 1000 + (tail === '' ? 0 : (table.get(tail) ?? 0))
    } else {
      const first = numberAt(words, at, language)
      if (first === null) continue
      value = first.value
      end = first.to
      if (thousand.includes(words[end + 1]?.plain ?? '')) {
        value *= 1000
        end++
      }
    }
    if (value >= 1000 && value % 1000 === 0) {
      const next = jointWords.has(words[end + 1]?.plain ?? '') ? end + 2 : end + 1
      const rest = numberAt(words, next, language)
      if (rest !== null) {
        value += rest.value
        end = rest.to
      }
    }
    const decimals = point.has(words[end + 1]?.plain ?? '') ? numberAt(words, end + 2, language) : null
    const start = words[at]?.start ?? 0
    const values = [value]
    if (decimals !== null && decimals.value < 100) {
      values.push(Number(`${value}.${decimals.value}`))
      end = decimals.to
    }
    // "Cinco horas y media" means five and a half hours: the words for a half may come after the counted thing.
    const wordsAfter = words.slice(end + 1, end + 4).map(({ plain }) => plain)
    if ([wordsAfter.slice(0, 2), wordsAfter.slice(1, 3)].some((pair) => halfWords.has(pair.join(''))))
      values.push(value + 0.5)
    const stop = words[end]?.end ?? start
    figures.push({ values, start, end: stop, text: text.slice(start, stop), digits: false })
    at = end
  }
  return figures
}

const hanDigits = '零一二三四五六七八九'
const hanOf = (sign: string): number => ({ 〇: 0, 两: 2, 兩: 2, 俩: 2 })[sign] ?? hanDigits.indexOf(sign)
const hanUnits: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }

export function hanValue(text: string): number {
  if (!/[十百千万萬]/.test(text)) return Number([...text].map(hanOf).join(''))
  let total = 0
  let part = 0
  let digit = 0
  for (const sign of text) {
    const unit = hanUnits[sign]
    if (sign === '万' || sign === '萬') {
      total += (part + digit || 1) * 10_000
      part = 0
      digit = 0
    } else if (unit === undefined) digit = hanOf(sign)
    else {
      part += (digit || 1) * unit
      digit = 0
    }
  }
  return total + part + digit
}

/** The decimals after a number in Chinese characters: 二点五, 二・五. A 点 before a number of minutes is a time of day. */
const hanDecimals = /^[点點・．]([零〇一二三四五六七八九]{1,3})(?![十百分时時刻])/

function inHan(text: string): Figure[] {
  const figures: Figure[] = []
  for (const { 0: run, index } of text.matchAll(/[零〇一二两兩俩三四五六七八九十百千万萬]{1,12}|半/g)) {
    if (index < (figures.at(-1)?.end ?? 0)) continue
    const end = index + run.length
    const [point = '', decimals] = hanDecimals.exec(text.slice(end, end + 6)) ?? []
    const value = run === '半' ? 0.5 : hanValue(run)
    const half = text[end] === '半' || /^[\p{L}]{1,2}半/u.test(text.slice(end, end + 4))
    // Two digits without a separator may be an estimate: "五六個小時" means five or six hours.
    const digits = run.length === 2 && !/[十百千万萬〇零]/.test(run) ? [...run].map(hanOf) : []
    const values =
      decimals === undefined
        ? [value, ...digits, ...(half && run !== '半' ? [value + 0.5] : [])]
        : [Number(`${value}.${[...decimals].map(hanOf).join('')}`)]
    figures.push({ values, start: index, end: end + point.length, text: run + point, digits: false })
  }
  return figures
}

/** Returns the numbers of a text, in digits of every script and in words of the given languages (ISO 639-1). */
export function readFigures(text: string, languages: ReadonlySet<string>): Figure[] {
  const english = languages.has('en')
    ? readNumbers(text)
        .filter(({ text: numberText }) => !/\d/.test(numberText))
        .map(({ value, parts, start, end, text: numberText }) => ({
          values: [value, ...parts],
          start,
          end,
          text: numberText,
          digits: false,
        }))
    : []
  return [
    ...inDigits(text),
    ...english,
    ...wordLanguages.filter((language) => languages.has(language)).flatMap((language) => inWords(text, language)),
    ...(languages.has('zh') || languages.has('ja') ? inHan(text) : []),
  ].sort((a, b) => a.start - b.start)
}
