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
  /** The transcript's turns; empty until they are loaded, and where they are gone. */
  turns: string[]
  patientName: string
}

/** A turn with the quoted words marked, who said it and when. Without its turn the quotes stand alone. */
export function TurnQuote({ turn, quotes, atMs, turns, patientName }: TurnQuoteProps) {
  const said = turns[turn]
  const spoken = said === undefined ? null : spokenTurn(said)
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
  /** Of the list, for who points at it. */
  id: string
  evidence: Evidence[]
  turns: string[]
  patientName: string
  /** What the words are evidence for. */
  label: string
  open: boolean
  onToggle: () => void
}

/** A quiet chip that folds out the turns a value stands on. */
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
