import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconPencil, IconQuote } from '../ui/icons.ts'
import { type LinkedPart, type LinkedParts, quoteCount, quotesWords, textKey } from './linked-parts.ts'
import classes from './part-quotes.module.css'

export interface ShownParts {
  parts: LinkedParts
  /** Key of the part that shows its quotes. */
  open: string | null
  onToggle: (key: string) => void
  /** Element id of the region with the quotes. */
  controls: string
}

/** The button after one part of a value. It shows or hides the quotes of this part. */
function PartButton({ part, shown: shownParts }: { part: LinkedPart; shown: ShownParts }) {
  const count = quoteCount(part.evidence)
  const isOpen = shownParts.open === part.key
  return (
    <UnstyledButton
      component="button"
      className={classes.button}
      data-without={count === 0 || undefined}
      aria-expanded={isOpen}
      aria-controls={shownParts.controls}
      aria-label={`${quotesWords(count)} for “${part.text}”`}
      onClick={(event) => {
        event.stopPropagation()
        shownParts.onToggle(part.key)
      }}
    >
      {part.typed && count === 0 ? <IconPencil size={12} aria-hidden /> : <IconQuote size={12} aria-hidden />}
      {count > 1 && count}
    </UnstyledButton>
  )
}

/**
 * Shows the words of one part of a value, followed by the button that shows or hides the quotes of this part. A click
 * on the words does the same as the button. If no part has this `key`, returns the words unchanged.
 */
export function partOf(shownParts: ShownParts | undefined, key: string, words: ReactNode): ReactNode {
  const part = shownParts?.parts.get(key)
  if (!shownParts || !part) return words
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button does the same by keyboard
    <span
      className={classes.part}
      data-open={shownParts.open === key || undefined}
      onClick={(event) => {
        event.stopPropagation()
        if (getSelection()?.isCollapsed !== false) shownParts.onToggle(key)
      }}
    >
      {words}
      {/* The word joiner U+2060 keeps the button on the same line as the last word. */}
      {'\u2060'}
      <PartButton part={part} shown={shownParts} />
    </span>
  )
}

/**
 * Returns the function with which a rich text renders each sentence of a value. It adds a button after the sentence.
 * The button shows the sentence's quotes from the transcript.
 */
export const sentenceOfParts =
  (shownParts: ShownParts | undefined) =>
  (text: string, words: ReactNode): ReactNode =>
    partOf(shownParts, textKey(text), words)
