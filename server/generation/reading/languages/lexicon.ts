/** The number words of a language by their value, in the form of `plainLetters`. A number may have several words. */
export type Words = Map<number, string[]>

/** The number words of a language. */
export interface NumberWords {
  /** Returns the words for 0 to 99, and the words for the hundreds. */
  words(): readonly [Words, Words]
  /**
   * The words that may stand between the parts of one number, such as "e" in "cento e vinte" and "y" in "treinta y uno".
   */
  joints: readonly string[]
  /** The words that add a half to a number. */
  halves: readonly string[]
  /** Other words with a numeric value: `medio=0.5`. */
  others: string
  /** The words for first, second, third and so on. */
  ordinals: string
  thousands: readonly string[]
}

/** A feast that people name instead of its date: a pattern of its names, its month (1 to 12) and its day. */
export type Feast = readonly [names: string, month: number, day: number]

/**
 * What is known about the words of a language. All texts are lower case. Patterns are sources of regular expressions,
 * without groups that capture.
 */
export interface Lexicon {
  /** Frequent words, in the form of `plainLetters`. The language of a text is recognised by them. */
  frequent: string
  /** Null: `numbers.ts` reads the words (English), or `figures.ts` reads the signs (Chinese and Japanese). */
  numbers: NumberWords | null
  /** Relatives, friends and other people whom a name may follow: "my sister Rosa". */
  relatives: string
  /** Titles that a name follows, or that follow a name in Chinese and Japanese. */
  titles: string
  /** Words that negate a statement. */
  negation: string
  /** How a plain yes and a plain no begin. */
  yes: string
  no: string
  /** Words with which speakers take back the value that they have just said. */
  takenBack: string
  /** Words for a day, a week, a month and a year. */
  spans: { day: string; week: string; month: string; year: string }
  feasts: readonly Feast[]
}

export const list = (text: string, from = 0, step = 1): Words =>
  new Map(text.split(/\s+/).map((words, index): [number, string[]] => [from + index * step, words.split('|')]))

/**
 * Adds number words to `words`: the tens, and the nine numbers after each ten. By default, a number after a ten is
 * written as the ten, `joint` and the unit, such as "treintayuno" for 31. `words` must already contain 1 to 9.
 */
export function addTens(
  words: Words,
  tens: Words,
  joint: string,
  write = (ten: string, unit: string) => ten + joint + unit,
): Words {
  for (const [ten, names] of tens) {
    words.set(ten, names)
    for (let unit = 1; unit <= 9; unit++) {
      const written = names.flatMap((name) => (words.get(unit) ?? []).map((one) => write(name, one)))
      words.set(ten + unit, [...(words.get(ten + unit) ?? []), ...written])
    }
  }
  return words
}

/** Returns the hundreds that are written as a unit and a word for hundred. */
export const hundredsOf = (low: Words, hundred: Words, names: readonly string[], to = 9): Words => {
  for (let count = 2; count <= to; count++)
    if (count !== 10)
      hundred.set(count * 100, [
        ...(hundred.get(count * 100) ?? []),
        ...(low.get(count) ?? []).flatMap((one) => names.map((name) => one + name)),
      ])
  return hundred
}
