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
const spokenNumber = new RegExp(
  `\\b(?:a (?=hundred|thousand))?${word}(?:(?:[ -]|(?<=hundred|thousand) and (?=${word}))${word})*\\b(?: point(?: (?:${[...units, ...tens.slice(2), 'oh', 'o'].join('|')}))+| and a half)?`,
  'gi',
)
const bare = new RegExp(`\\bpoint((?: (?:${[...units, ...tens.slice(2), 'oh', 'o'].join('|')}))+)\\b`, 'gi')
// After a hyphen, only the second number of a range counts ("4-5 days"), and not "C-5".
const digits =
  /(?<![\w.-])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.-])\.\d{1,4}(?!\w)|(?<![\w.-]|(?<![\w.-])\d{1,3}-(?=\d{1,3}-))\d+(?:\.\d+)?(?:st|nd|rd|th)?|(?<=(?<![\w.-])\d{1,3}-)\d{1,3}(?:\.\d+)?(?![\w-])/g

interface Group {
  value: number
  ordinal: boolean
  from: number
  to: number
}

/** An ordinal word ends its number: "twentieth two thousand eight" is 20 and 2008. */
function groupsOf(words: readonly string[]): Group[] {
  const groups: Group[] = []
  let current: Group | null = null
  let room = 0
  let tail = 0
  const close = () => {
    if (current !== null) groups.push(current)
    current = null
    room = 0
  }
  for (const [at, name] of words.entries()) {
    const value = cardinal.get(name) ?? ordinal.get(name)
    if (current?.ordinal === true && name !== 'and') close()
    if (name === 'hundred' || name === 'thousand') {
      const factor = name === 'hundred' ? 100 : 1000
      // In "five hundred five hundred", the second "five" begins a new number: the speaker has repeated the number.
      if (current !== null && factor === 100 && current.value % 1000 >= 100 && tail < 10) {
        current.value -= tail
        current.to = at - (words[at - 2] === 'and' ? 3 : 2)
        close()
        current = { value: tail * factor, ordinal: false, from: at - 1, to: at }
      } else if (current === null) current = { value: factor, ordinal: false, from: at, to: at }
      else current.value += (factor === 1000 || current.value < 100 ? current.value : tail) * (factor - 1)
      current.to = at
      room = factor
    } else if (value !== undefined) {
      const fits: boolean = current !== null && value < room && value > 0
      if (current !== null && fits) current.value += value
      else {
        close()
        current = { value, ordinal: false, from: at, to: at }
      }
      current.to = at
      tail = value
      // After a tens word, a unit can follow ("thirty four").
      room = value >= 20 ? 10 : 0
      if (ordinal.has(name)) current.ordinal = true
    }
  }
  close()
  return groups
}

function join(groups: readonly Group[]): number[] | null {
  const values = groups.map(({ value }) => value)
  if (values.length === 1) return values
  if (groups.slice(0, -1).some((group) => group.ordinal)) return null
  if (values.every((value) => value < 10)) return [Number(values.join(''))]
  const [first, second] = values
  if (values.length === 2 && first !== undefined && second !== undefined && second >= 10 && second < 100 && first < 100)
    return [first * 100 + second]
  return null
}

/** Joins the two halves of a year in a longer row of numbers: "nineteen ninety one nineteen ninety two". */
function withYears(groups: readonly Group[]): Group[] {
  const joinedGroups: Group[] = []
  for (const group of groups) {
    const previousGroup = joinedGroups.at(-1)
    const isYear =
      (previousGroup?.value === 19 || previousGroup?.value === 20) && group.value >= 10 && group.value < 100
    if (previousGroup === undefined || !isYear || previousGroup.ordinal) joinedGroups.push(group)
    else
      joinedGroups.splice(-1, 1, { ...group, value: previousGroup.value * 100 + group.value, from: previousGroup.from })
  }
  return joinedGroups
}

/** Value of the words after "point": "zero one" is 0.01, and "one twenty five" is 0.125. */
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
  const [wholeWords = low, decimals] = low.split(' point ')
  const names = wholeWords.replace(/ and a half$/, '').split(/[ -]+/)
  const groups = groupsOf(names)
  const joinedGroups = join(groups)
  const at = { start: match.index, end: match.index + text.length, text }
  const rest = half + (decimals === undefined ? 0 : fractionOf(decimals))
  // In "ninety, ninety seven point two", the decimals belong to the last number only.
  const parts = groups.map(({ value }, index) => (index > 0 && index === groups.length - 1 ? value + rest : value))
  if (joinedGroups === null) {
    const words = [...text.matchAll(/[^ -]+/g)]
    return withYears(groups).map(({ value: wholeValue, ordinal: isOrdinal, from, to }, index, all) => {
      const begins = words[from]?.index ?? 0
      const isLast = index === all.length - 1
      const ends = isLast ? text.length : (words[to]?.index ?? 0) + (words[to]?.[0].length ?? 0)
      const place = { start: match.index + begins, end: match.index + ends, text: text.slice(begins, ends) }
      const value = isLast ? wholeValue + rest : wholeValue
      return { ...place, value, ordinal: isOrdinal, parts: [value] }
    })
  }
  return [{ ...at, value: (joinedGroups[0] ?? 0) + rest, ordinal: groups.some((group) => group.ordinal), parts }]
}

export function readNumbers(text: string): NumberMention[] {
  let mentions = [...text.matchAll(spokenNumber)].flatMap(readSpoken)
  for (const { index, 0: words, 1: decimals = '' } of text.matchAll(bare)) {
    if (mentions.some(({ start, end }) => start < index && end > index)) continue
    mentions = mentions.filter(({ start, end }) => end <= index || start >= index + words.length)
    const value = fractionOf(decimals.toLowerCase())
    mentions.push({ value, start: index, end: index + words.length, text: words, ordinal: false, parts: [value] })
  }
  for (const match of text.matchAll(digits)) {
    const value = Number(match[0].replaceAll(',', '').replace(/[a-z]+$/i, ''))
    const half = / and a half\b/.exec(text.slice(match.index + match[0].length))?.index === 0 ? 0.5 : 0
    mentions.push({
      value: value + half,
      start: match.index,
      end: match.index + match[0].length + (half > 0 ? ' and a half'.length : 0),
      text: match[0],
      ordinal: /[a-z]$/i.test(match[0]),
      parts: [value],
    })
  }
  return mentions.sort((a, b) => a.start - b.start)
}

/** Replaces spoken numbers by digits: "October twenty-first" becomes "October 21st". */
export function numbersAsDigits(text: string): string {
  let digitText = ''
  let end = 0
  for (const mention of readNumbers(text)) {
    if (mention.start < end) continue
    const suffix = mention.ordinal ? ordinalSuffix(mention.value) : ''
    digitText += text.slice(end, mention.start) + mention.value + suffix
    end = mention.end
  }
  return digitText + text.slice(end)
}

const ordinalSuffix = (value: number): string => {
  if (value % 100 >= 11 && value % 100 <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th'
}
