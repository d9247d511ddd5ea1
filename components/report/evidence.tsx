import { Collapse, UnstyledButton } from '@mantine/core'
import type { Evidence } from '../../lib/contracts/index.ts'
import { elapsedText } from '../../lib/transcript/elapsed.ts'
import { speakerName, spokenTurn } from '../recording/speakers.ts'
import { IconQuote } from '../ui/icons.ts'
import classes from './evidence.module.css'
import { byTurn, markedTurn } from './marked-turn.ts'

interface TurnQuoteProps {
  turn: number
  quotes: string[]
  atMs: number | undefined
  /** The transcript's turns. Empty until they are loaded, or if they were deleted. */
  turns: string[]
  patientName: string
}

/** A turn with the quoted words marked, its speaker and its time. Without the turn, only the quotes are shown. */
export function TurnQuote({ turn, quotes, atMs, turns, patientName }: TurnQuoteProps) {
  const turnText = turns[turn]
  const spoken = turnText === undefined ? null : spokenTurn(turnText)
  const where = [
    spoken ? speakerName(spoken.speaker, patientName) : '',
    atMs === undefined ? `turn ${turn + 1}` : elapsedText(atMs),
  ]
  const parts = spoken ? markedTurn(spoken.words, quotes) : []
  return (
    <blockquote className={classes.quote}>
      “
      {parts.some(({ quoted }) => quoted)
        ? // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          parts.map(({ text, quoted }, index) => (quoted ? <mark key={index}>{text}</mark> : text))
        : quotes.join('” “')}
      ” <cite className={classes.cite}>{where.filter(Boolean).join(', ')}</cite>
    </blockquote>
  )
}

interface EvidenceListProps {
  /** Element id of the list, for references from other elements. */
  id: string
  evidence: Evidence[]
  turns: string[]
  patientName: string
  /** The name of the value that the quotes support. */
  label: string
  open: boolean
  onToggle: () => void
}

/** A button that shows or hides the quoted turns of a value. */
export function EvidenceList({ id, evidence, turns, patientName, label, open, onToggle }: EvidenceListProps) {
  if (evidence.length === 0) return null
  const words = `${evidence.length} ${evidence.length === 1 ? 'quote' : 'quotes'}`
  return (
    <div>
      <UnstyledButton
        className={classes.chip}
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${words} for ${label}`}
        onClick={onToggle}
      >
        <IconQuote size={12} aria-hidden /> {words}
      </UnstyledButton>
      <Collapse expanded={open} id={id} transitionDuration={150} keepMounted={false}>
        <div className={classes.quotes}>
          {byTurn(evidence).map((each) => (
            <TurnQuote key={each.turn} {...each} turns={turns} patientName={patientName} />
          ))}
        </div>
      </Collapse>
    </div>
  )
}
