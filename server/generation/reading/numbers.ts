/** A number in a text, spoken ("twenty") or in digits. `start` and `end` are offsets into the text. */
export interface NumberMention {
  value: number
  start: number
  end: number
  text: string
  ordinal: boolean
  /** The values of the parts of the number: "one thirty-four" is 134, but may also be 1 and 34. */
  parts: readonly number[]
}

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ordinalUnits =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  )
const ordinalTens = '_ _ twentieth thirtieth'.split(' ')

const cardinal = new Map<string, number>([
  ...units.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, value): [string, number] => [word, value * 10]),
])
const ordinal = new Map<string, number>([
  ...ordinalUnits.map((word, value): [string, number] => [word, value]),
  ...ordinalTens.map((word, value): [string, number] => [word, value * 10]),
])
const word = `(?:${[...cardinal.keys(), ...ordinal.keys(), 'hundred', 'thousand'].filter((name) => name !== '_').join('|')})`
const spoken = new RegExp(
  `\\b(?:a (?=hundred|thousand))?${word}(?:(?:[ -]| and (?=${word}))${word})*\\b(?: point(?: (?:${[...units, ...tens.slice(2), 'oh', 'o'].join('|')}))+| and a half)?`,
  'gi',
)
const bare = new RegExp(`\\bpoint((?: (?:${[...units, ...tens.slice(2), 'oh', 'o'].join('|')}))+)\\b`, 'gi')
// A number after a hyphen belongs to a word ("C-5") and does not count, unless it is the second number of a range ("4-5
// days").
const digits =
  /(?<![\w.-])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.-])\.\d{1,4}(?!\w)|(?<![\w.-]|(?<![\w.-])\d{1,3}-(?=\d{1,3}-))\d+(?:\.\d+)?(?:st|nd|rd|th)?|(?<=(?<![\w.-])\d{1,3}-)\d{1,3}(?:\.\d+)?(?![\w-])/g

interface Group {
  value: number
  ordinal: boolean
}

/** Splits number words into numbers: "one thirty four" into 1 and 34, "two hundred and fifty" into 250. */
function groupsOf(words: readonly string[]): Group[] {
  const groups: Group[] = []
  let current: Group | null = null
  let room = 0
  let tail = 0
  for (const name of words) {
    const value = cardinal.get(name) ?? ordinal.get(name)
    if (name === 'hundred' || name === 'thousand') {
      const factor = name === 'hundred' ? 100 : 1000
      if (current === null) current = { value: factor, ordinal: false }
      else current.value += (factor === 1000 || current.value < 100 ? current.value : tail) * (factor - 1)
      room = factor
    } else if (value !== undefined) {
      const fits: boolean = current !== null && value < room && value > 0
      if (current !== null && fits) current.value += value
      else {
        if (current !== null) groups.push(current)
        current = { value, ordinal: false }
      }
      tail = value
      // After a tens word, a unit can follow ("thirty four"). After any other number below a hundred, a new number
      // begins.
      room = value >= 20 ? 10 : 0
      if (current !== null && ordinal.has(name)) current.ordinal = true
    }
  }
  if (current !== null) groups.push(current)
  return groups
}

function join(groups: readonly Group[]): number[] | null {
  const values = groups.map(({ value }) => value)
  if (values.length === 1) return values
  if (values.every((value) => value < 10)) return [Number(values.join(''))]
  const [first, second] = values
  if (values.length === 2 && first !== undefined && second !== undefined && second >= 10 && second < 100 && first < 100)
    return [first * 100 + second]
  return null
}

/**
 * Returns the value of the decimals of a spoken number: "five" is 0.5, "zero one" is 0.01, "one twenty five" is 0.125.
 */
const fractionOf = (words: string): number =>
  Number(
    `0.${groupsOf(
      words
        .trim()
        .split(' ')
        .map((name) => (name === 'oh' || name === 'o' ? 'zero' : name)),
    )
      .map(({ value }) => value)
      .join('')}`,
  )

function readSpoken(match: RegExpExecArray): NumberMention[] {
  const text = match[0]
  const low = text.toLowerCase()
  const half = low.endsWith(' and a half') ? 0.5 : 0
  const [whole = low, decimals] = low.split(' point ')
  const names = whole.replace(/ and a half$/, '').split(/[ -]+/)
  const groups = groupsOf(names)
  const joined = join(groups)
  const at = { start: match.index, end: match.index + text.length, text }
  const parts = groups.map(({ value }) => value)
  if (joined === null) {
    return groups.map((group) => ({ ...at, value: group.value, ordinal: group.ordinal, parts }))
  }
  const value = (joined[0] ?? 0) + half + (decimals === undefined ? 0 : fractionOf(decimals))
  return [{ ...at, value, ordinal: groups.some((group) => group.ordinal), parts }]
}

/** Returns all numbers of a text in order, spoken ("one hundred", "six and a half", "one thirty-four") or in digits. */
export function readNumbers(text: string): NumberMention[] {
  let found = [...text.matchAll(spoken)].flatMap(readSpoken)
  // Reads decimals without a number before: "point five" is 0.5.
  for (const { index, 0: words, 1: decimals = '' } of text.matchAll(bare)) {
    if (found.some(({ start, end }) => start < index && end > index)) continue
    found = found.filter(({ start, end }) => end <= index || start >= index + words.length)
    const value = fractionOf(decimals.toLowerCase())
    found.push({ value, start: index, end: index + words.length, text: words, ordinal: false, parts: [value] })
  }
  for (const match of text.matchAll(digits)) {
    const value = Number(match[0].replaceAll(',', '').replace(/[a-z]+$/i, ''))
    const half = / and a half\b/.exec(text.slice(match.index + match[0].length))?.index === 0 ? 0.5 : 0
    found.push({
      value: value + half,
      start: match.index,
      end: match.index + match[0].length + (half > 0 ? ' and a half'.length : 0),
      text: match[0],
      ordinal: /[a-z]$/i.test(match[0]),
      parts: [value],
    })
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Replaces spoken numbers by digits: "October twenty-first" becomes "October 21st". */
export function numbersAsDigits(text: string): string {
  let out = ''
  let end = 0
  for (const mention of readNumbers(text)) {
    if (mention.start < end) continue
    const suffix = mention.ordinal ? ordinalSuffix(mention.value) : ''
    out += text.slice(end, mention.start) + mention.value + suffix
    end = mention.end
  }
  return out + text.slice(end)
}

const ordinalSuffix = (value: number): string => {
  if (value % 100 >= 11 && value % 100 <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th'
}
