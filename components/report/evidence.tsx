import { Collapse, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import type { Evidence } from '../../lib/contracts/index.ts'
import { elapsedText } from '../recording/elapsed.ts'
import { speakerName, spokenTurn } from '../recording/speakers.ts'
import { IconQuote } from '../ui/icons.ts'
import classes from './evidence.module.css'

interface QuoteProps {
  evidence: Evidence
  /** The transcript's turns; empty until they are loaded. */
  turns: string[]
  patientName: string
}

/** Words that were said, with who said them and when, where that is known. */
export function Quote({ evidence: { turn, quote, atMs }, turns, patientName }: QuoteProps) {
  const spoken = turns[turn]
  const who = spoken === undefined ? '' : speakerName(spokenTurn(spoken).speaker, patientName)
  const where = [who, atMs === undefined ? '' : elapsedText(atMs)].filter(Boolean).join(', ')
  return (
    <blockquote className={classes.quote}>
      “{quote}” {where && <cite className={classes.cite}>{where}</cite>}
    </blockquote>
  )
}

interface EvidenceListProps {
  evidence: Evidence[]
  turns: string[]
  patientName: string
  /** What the words are evidence for. */
  label: string
}

/** A quiet chip that folds out the words a value stands on. */
export function EvidenceList({ evidence, turns, patientName, label }: EvidenceListProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (evidence.length === 0) return null
  const words = `${evidence.length} ${evidence.length === 1 ? 'quote' : 'quotes'}`
  return (
    <div>
      <UnstyledButton
        className={classes.chip}
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${words} for ${label}`}
        onClick={() => setOpen(!open)}
      >
        <IconQuote size={12} aria-hidden /> {words}
      </UnstyledButton>
      <Collapse expanded={open} id={id} transitionDuration={150} keepMounted={false}>
        <div className={classes.quotes}>
          {evidence.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be quoted twice
            <Quote key={index} evidence={each} turns={turns} patientName={patientName} />
          ))}
        </div>
      </Collapse>
    </div>
  )
}
