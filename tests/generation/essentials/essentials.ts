import { readFileSync } from 'node:fs'
import type { Output } from '../../../lib/contracts/index.ts'
import type { Random } from '../lies/random.ts'

/** A short exchange about a matter that no note may lose. See `about` in wordings.json. */
interface Wording {
  kind: string
  held: boolean
  turns: string[]
  said: string[]
}

/** An exchange with names filled in. */
export interface Essential extends Wording {
  /** True if the exchange is written as local speech recognition writes it: in lower case, without punctuation. */
  bare: boolean
}

const kept = JSON.parse(readFileSync(new URL('./wordings.json', import.meta.url), 'utf8')) as {
  names: Record<string, string[]>
  wordings: Wording[]
}

const withoutPunctuation = (turn: string): string => {
  const [, label = '', words = ''] = /^([^:]*: )(.*)$/s.exec(turn) ?? ['', '', turn]
  return label + words.toLowerCase().replaceAll(/[.,;:?!]/g, '')
}

/** Fills in names that the random generator chooses. Each wording is returned `times` times, with other names. */
export function essentials(random: Random, times: number): Essential[] {
  return Array.from({ length: times }, (_, round) => round).flatMap((round) =>
    kept.wordings.map((wording, index): Essential => {
      const names = new Map(
        Object.entries(kept.names).map(([key, list]) => [key, list[random.below(list.length)] as string]),
      )
      const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => names.get(key) ?? whole)
      const bare = (round + index) % 2 === 1
      const turns = wording.turns.map(filled)
      return { ...wording, bare, turns: bare ? turns.map(withoutPunctuation) : turns, said: wording.said.map(filled) }
    }),
  )
}

/** Adds an exchange to a visit, before the turn with the index `at`. */
export const planted = (turns: readonly string[], { turns: own }: Essential, at: number): string[] => [
  ...turns.slice(0, at),
  ...own,
  ...turns.slice(at),
]

/** Returns the words of an exchange that neither a field with a value nor an omission quotes. */
export function lostWords({ said, turns }: Essential, at: number, { results, omissions }: Output): string[] {
  const filled = results.filter(({ value }) => value.length > 0)
  const quotes = [...filled.flatMap(({ evidence }) => evidence), ...omissions]
    .filter(({ turn }) => turn >= at && turn < at + turns.length)
    .map(({ quote }) => quote.toLowerCase())
  return said.filter((words) => !quotes.some((quote) => quote.includes(words.toLowerCase())))
}
