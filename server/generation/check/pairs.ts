import type { NumberMention } from '../reading/numbers.ts'
import type { Cited, PreparedSession } from './prepared-session.ts'

/** True if the number is the end of a scale ("out of ten", "ten being the best"), and not the answer on the scale. */
export const endsScale = (text: string, mention: NumberMention | undefined): boolean =>
  mention !== undefined &&
  ((mention.value === 10 && /\bscale\b/.test(text) && /\b(?:1|one) ?(?:to |-)$/.test(text.slice(0, mention.start))) ||
    /(?:\bout of |\d of |\/ ?|\b(?:zero|scale of one|scale from one) to |\b0 ?(?:to |-))$/.test(
      text.slice(0, mention.start),
    ) ||
    /^ (?:(?:being|is the)\b|=)/.test(text.slice(mention.end)))

/** How two numbers belong together: "3 to 4" and "3 or 4" are ranges, "3 and 4" is a list, "3 out of 4" is a share. */
type Bond = 'range' | 'list' | 'share'

const bonds: readonly [Bond, RegExp][] = [
  ['range', /^(?: ?[-–] ?|-? ?(?:to|through|or|and maybe)[ -])$/],
  ['list', /^,? and $/],
  ['share', /^(?: ?\/ ?| out of | of | over )$/],
]
/** In speech, two numbers also form a list with only a comma, "maybe" or nothing between them: "Four five years". */
const spokenBonds: typeof bonds = [...bonds, ['list', /^ ?(?:,|\.\.\.)? (?:maybe )?$/]]

export interface Pair<Number extends NumberMention = NumberMention> {
  first: Number
  second: Number
  bond: Bond
}

export const pairsOf = <Number extends NumberMention>(
  text: string,
  mentions: readonly Number[],
  words = bonds,
): Pair<Number>[] =>
  mentions.flatMap((second, at) => {
    const first = mentions[at - 1]
    if (first === undefined) return []
    const between = text.slice(first.end, second.start).toLowerCase()
    const bond = words.find(([, form]) => form.test(between))?.[0]
    return bond === undefined ? [] : [{ first, second, bond }]
  })

export interface SaidPairs {
  pairs: readonly { first: readonly number[]; second: readonly number[]; bond: Bond | null }[]
  inOrder: readonly (readonly number[])[]
}

export function saidPairs({ session, numbers }: PreparedSession, { near }: Cited): SaidPairs {
  const sentences = [...near].map((turn) =>
    (session.byTurn[turn] ?? []).map((sentence) => numbers.get(sentence) ?? { text: '', numbers: [] }),
  )
  const pairs = sentences.flat().flatMap(({ text, numbers: all }) => [
    ...pairsOf(text, all, spokenBonds).map(({ first, second, bond }) => ({
      first: first.values,
      second: second.values,
      bond,
    })),
    ...all.flatMap(({ parts }) => {
      const [first, second] = parts
      return parts.length === 2 && first !== undefined && second !== undefined
        ? [{ first: [first], second: [second], bond: null }]
        : []
    }),
  ])
  return {
    pairs,
    inOrder: sentences.map((all) =>
      all.flatMap(({ numbers: mentions }) =>
        mentions.flatMap(({ value, parts }) => (parts.length > 1 ? [value, ...parts] : value)),
      ),
    ),
  }
}

export const isPairSaid = ({ first, second }: Pair, { pairs }: SaidPairs): boolean =>
  pairs.some((one) => one.first.includes(first.value) && one.second.includes(second.value))

const usualScales = [5, 6, 10]

/** A note may contain this number even if nobody said it. */
export const isScaleEnd = (text: string, mention: NumberMention): boolean =>
  usualScales.includes(mention.value) && endsScale(text.toLowerCase(), mention)

export function brokenPairs(text: string, pairs: readonly Pair[], spokenPairs: SaidPairs): Set<NumberMention> {
  const broken = new Set<NumberMention>()
  for (const pair of pairs) {
    const { first, second, bond } = pair
    // "8 to 8:30" has two times of day and is not a range of numbers, so it is not checked.
    if (isPairSaid(pair, spokenPairs) || text[second.end] === ':') continue
    const alike = spokenPairs.pairs.filter((one) => one.bond === bond)
    const hasFirst = alike.some((one) => one.first.includes(first.value))
    const hasSecond = alike.some((one) => one.second.includes(second.value))
    const inOrder = spokenPairs.inOrder.some((values) =>
      values.some((value, at) => value === first.value && values[at + 1] === second.value),
    )
    if (bond === 'share') {
      const isScale = usualScales.includes(second.value)
      // People say "11 out of 10" of pain. "80/120" is flagged if "one twenty over eighty" was said.
      const isReversed = alike.some((one) => one.first.includes(second.value) && one.second.includes(first.value))
      if (isReversed || (isScale ? second.value < Math.min(first.value, 10) : hasFirst)) broken.add(second)
    } else if (first.value === second.value) broken.add(second)
    else if (bond === 'list') continue
    else if (first.value > second.value && !inOrder) broken.add(second)
    else if (hasFirst && !hasSecond) broken.add(second)
    else if (hasSecond && !hasFirst) broken.add(first)
  }
  return broken
}
