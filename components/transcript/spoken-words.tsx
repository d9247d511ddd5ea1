import { Text, VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import classes from './spoken-words.module.css'

interface SpokenWordsProps {
  /** Without the speaker's label. */
  words: string
  /** The indexes of the words that were heard unclearly, split at white space. */
  unclear?: readonly number[] | undefined
}

const said = 'hard to hear'

/** Says what the underlines mean, if there are any. */
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

/** Splits the words into runs that were heard clearly or unclearly. A space between two unclear words is unclear. */
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

/** The words of a turn. Words that the speech engine was not sure of are underlined, and named for screen readers. */
export const SpokenWords = memo(function SpokenWords({ words, unclear = [] }: SpokenWordsProps) {
  if (unclear.length === 0) return words
  return runsOf(words, unclear).map(({ text, isUnclear }, index) => {
    const space = index === 0 ? '' : ' '
    if (!isUnclear) return space + text
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a run has no id besides its position
      <span key={index}>
        {space}
        <span className={classes.unclear} title={said}>
          {text}
        </span>
        <VisuallyHidden className={classes.said}> ({said})</VisuallyHidden>
      </span>
    )
  })
})
