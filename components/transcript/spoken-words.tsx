import { Text, VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import classes from './spoken-words.module.css'

interface SpokenWordsProps {
  /** The words of one turn, without the speaker's label in front of them. */
  words: string
  /** The indexes of the words that were hard to hear, counted from 0 after `words` is split at white space. */
  unclear?: readonly number[] | undefined
}

const hint = 'hard to hear'

/** Explains the dotted underlines of a transcript. Renders nothing if no word is underlined. */
export function UnclearLegend({ unclear = [] }: { unclear?: readonly (readonly number[])[] | undefined }) {
  if (unclear.every((words) => words.length === 0)) return null
  return (
    <Text size="xs" c="dimmed">
      A dotted line marks words that were hard to hear.
    </Text>
  )
}

interface Run {
  text: string
  isUnclear: boolean
}

/**
 * Splits the words into runs that were heard clearly or unclearly. Neighbouring unclear words are one run, so that one
 * underline covers all of them and the spaces between them.
 */
function runsOf(words: string, unclear: readonly number[]): Run[] {
  const places = new Set(unclear)
  const runs: Run[] = []
  for (const [place, word] of words.split(/\s+/).filter(Boolean).entries()) {
    const isUnclear = places.has(place)
    const last = runs.at(-1)
    if (last?.isUnclear === isUnclear) last.text += ` ${word}`
    else runs.push({ text: word, isUnclear })
  }
  return runs
}

/** The words of a turn. Unclear words are underlined, and a hidden text tells screen readers that they are unclear. */
export const SpokenWords = memo(function SpokenWords({ words, unclear = [] }: SpokenWordsProps) {
  if (unclear.length === 0) return words
  return runsOf(words, unclear).map(({ text, isUnclear }, index) => {
    const space = index === 0 ? '' : ' '
    if (!isUnclear) return space + text
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a run has no id besides its position
      <span key={index}>
        {space}
        <span className={classes.unclear} title={hint}>
          {text}
        </span>
        <VisuallyHidden className={classes.said}> ({hint})</VisuallyHidden>
      </span>
    )
  })
})
