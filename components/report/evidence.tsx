import { Collapse, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Evidence } from '../../lib/contracts/index.ts'
import { elapsedText } from '../../lib/transcript/elapsed.ts'
import { spokenTurn, turnName } from '../recording/speakers.ts'
import { IconQuote } from '../ui/icons.ts'
import classes from './evidence.module.css'
import { type LinkedPart, quoteCount, quotesWords } from './linked-parts.ts'
import { byTurn, markedTurn } from './marked-turn.ts'
import partClasses from './part-quotes.module.css'

/** The session from which the quotes are taken. */
export interface QuotedSession {
  /** The transcript's turns. Empty until they are loaded, or if they were deleted. */
  turns: string[]
  patientName: string
  /** Shows a turn in the transcript. Undefined: the transcript cannot be opened. */
  onOpenTurn?: ((turn: number) => void) | undefined
}

interface TurnQuoteProps extends QuotedSession {
  turn: number
  quotes: string[]
  atMs: number | undefined
}

/** A turn with the quoted words marked, its speaker and its time. If the turn is not available, shows the quotes. */
export function TurnQuote({ turn, quotes, atMs, turns, patientName, onOpenTurn }: TurnQuoteProps) {
  const turnText = turns[turn]
  const parsedTurn = turnText === undefined ? null : spokenTurn(turnText)
  const placeWords = [
    parsedTurn ? turnName(parsedTurn, patientName) : '',
    `turn ${turn + 1}`,
    atMs === undefined ? '' : elapsedText(atMs),
  ]
    .filter(Boolean)
    .join(', ')
  const parts = parsedTurn ? markedTurn(parsedTurn.words, quotes) : []
  return (
    <blockquote className={classes.quote}>
      “
      {parts.some(({ quoted }) => quoted)
        ? // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id besides its position
          parts.map(({ text, quoted }, index) => (quoted ? <mark key={index}>{text}</mark> : text))
        : quotes.join('” “')}
      ”{' '}
      <cite className={classes.cite}>
        {onOpenTurn && parsedTurn ? (
          <UnstyledButton
            className={classes.open}
            aria-label={`${placeWords}: show it in the transcript`}
            onClick={() => onOpenTurn(turn)}
          >
            {placeWords}
          </UnstyledButton>
        ) : (
          placeWords
        )}
      </cite>
    </blockquote>
  )
}

function Quotes({ evidence, ...session }: { evidence: Evidence[] } & QuotedSession) {
  return (
    <div className={classes.quotes}>
      {byTurn(evidence).map((each) => (
        <TurnQuote key={each.turn} {...each} {...session} />
      ))}
    </div>
  )
}

interface PartEvidenceProps extends QuotedSession {
  /** Element id of the region, for references from other elements. */
  id: string
  /** The part whose quotes are shown. Undefined: no quotes are shown. */
  part: LinkedPart | undefined
  /** The quotes that support the value as a whole. */
  whole: Evidence[]
}

/**
 * The quotes of one part of a value. If the part has no quotes of its own, a sentence says so. The quotes of the whole
 * value are then shown, except for a part that the user has typed.
 */
export function PartEvidence({ id, part, whole: wholeEvidence, ...session }: PartEvidenceProps): ReactNode {
  if (!part) return null
  const { text, evidence, typed: isTyped } = part
  const rest = wholeEvidence.length > 0 ? ' These quotes show where the whole answer comes from:' : ''
  return (
    <section id={id} aria-label={`Quotes for “${text}”`}>
      {evidence.length > 0 ? (
        <Quotes evidence={evidence} {...session} />
      ) : (
        <>
          <p className={partClasses.about}>
            {isTyped
              ? 'You wrote this part. It has no quote from the session.'
              : `Chartside found no quote from the session for this part.${rest}`}
          </p>
          {!isTyped && wholeEvidence.length > 0 && <Quotes evidence={wholeEvidence} {...session} />}
        </>
      )}
    </section>
  )
}

interface EvidenceListProps extends QuotedSession {
  /** Element id of the list, for references from other elements. */
  id: string
  evidence: Evidence[]
  /** The name of the value that the quotes support. */
  label: string
  open: boolean
  onToggle: () => void
}

export function EvidenceList({ id, evidence, label, open: isOpen, onToggle, ...session }: EvidenceListProps) {
  if (evidence.length === 0) return null
  const words = quotesWords(quoteCount(evidence))
  return (
    <div>
      <UnstyledButton
        className={classes.chip}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${words} for ${label}`}
        onClick={onToggle}
      >
        <IconQuote size={12} aria-hidden /> {words}
      </UnstyledButton>
      <Collapse expanded={isOpen} id={id} transitionDuration={150} keepMounted={false}>
        <Quotes evidence={evidence} {...session} />
      </Collapse>
    </div>
  )
}
