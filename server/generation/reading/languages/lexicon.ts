export type Words = Map<number, string[]>

export interface NumberWords {
  /** Returns the words for 0 to 99, and the words for the hundreds. */
  words(): readonly [Words, Words]
  joints: readonly string[]
  halves: readonly string[]
  others: string
  ordinals: string
  thousands: readonly string[]
}

/** A feast that people name instead of its date: a pattern of its names, its month (1 to 12) and its day. */
export type Feast = readonly [names: string, month: number, day: number]

export interface Lexicon {
  frequent: string
  /** Null: `numbers.ts` reads the words (English), or `figures.ts` reads the signs (Chinese and Japanese). */
  numbers: NumberWords | null
  relatives: string
  /** Titles that a name follows, or that follow a name in Chinese and Japanese. */
  titles: string
  negation: string
  yes: string
  no: string
  takenBack: string
  spans: { day: string; week: string; month: string; year: string }
  feasts: readonly Feast[]
}

export const list = (text: string, from = 0, step = 1): Words =>
  new Map(text.split(/\s+/).map((words, index): [number, string[]] => [from + index * step, words.split('|')]))

export function addTens(
  words: Words,
  tens: Words,
  joint: string,
  write = (ten: string, unit: string) => ten + joint + unit,
): Words {
  for (const [ten, names] of tens) {
    words.set(ten, names)
    for (let unit = 1; unit <= 9; unit++) {
      const combinations = names.flatMap((name) => (words.get(unit) ?? []).map((one) => write(name, one)))
      words.set(ten + unit, [...(words.get(ten + unit) ?? []), ...combinations])
    }
  }
  return words
}

export const hundredsOf = (low: Words, hundred: Words, names: readonly string[], to = 9): Words => {
  for (let count = 2; count <= to; count++)
    if (count !== 10)
      hundred.set(count * 100, [
        ...(hundred.get(count * 100) ?? []),
        ...(low.get(count) ?? []).flatMap((one) => names.map((name) => one + name)),
      ])
  return hundred
}
