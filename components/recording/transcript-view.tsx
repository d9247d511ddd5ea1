import { Avatar, Button, Text } from '@mantine/core'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pauseLength } from '../../lib/contracts/transcript.ts'
import { PauseLine } from '../transcript/pause-line.tsx'
import { SpokenWords } from '../transcript/spoken-words.tsx'
import { spokenTurn, turnName } from './speakers.ts'
import classes from './transcript-view.module.css'

/** The view scrolls to new words only if the scroll position is at most this many pixels above the end. */
const nearEndPx = 48

interface TurnProps {
  turn: string
  unclear: readonly number[] | undefined
  patientName: string
}

const Turn = memo(function Turn({ turn, unclear, patientName }: TurnProps) {
  const pause = pauseLength(turn)
  if (pause !== null)
    return (
      <li>
        <PauseLine length={pause} />
      </li>
    )
  const spoken = spokenTurn(turn)
  const { speaker, words } = spoken
  const name = turnName(spoken, patientName)
  return (
    <li className={classes.turn}>
      <Avatar size={26} radius="xl" color={speaker === 0 ? 'purple' : speaker === null ? 'gray' : 'pink'} aria-hidden>
        {name === 'You' ? 'You' : name.slice(0, 2)}
      </Avatar>
      <Text>
        {name && <span className={classes.name}>{name}: </span>}
        <SpokenWords words={words} unclear={unclear} />
      </Text>
    </li>
  )
})

interface TranscriptViewProps {
  turns: string[]
  /** For each turn: the indexes of its words that were heard unclearly. */
  unclear: number[][]
  patientName: string
}

/**
 * The live transcript. It scrolls with new words only while the end is visible, so that it does not move while the user
 * reads.
 */
export const TranscriptView = memo(function TranscriptView({ turns, unclear, patientName }: TranscriptViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const [isBehind, setBehind] = useState(false)

  const toEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when new words arrive
  useLayoutEffect(() => {
    if (following.current) toEnd()
    else setBehind(true)
  }, [turns])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const life = new AbortController()
    element.addEventListener(
      'scroll',
      () => {
        following.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx
        if (following.current) setBehind(false)
      },
      { passive: true, signal: life.signal },
    )
    return () => life.abort()
  }, [])

  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable by keyboard */}
      <div ref={box} className={classes.box} role="log" aria-live="polite" aria-label="Transcript" tabIndex={0}>
        <ol className={classes.turns}>
          {turns.map((turn, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a turn has no id besides its position
            <Turn key={index} turn={turn} unclear={unclear[index]} patientName={patientName} />
          ))}
        </ol>
      </div>
      {isBehind && (
        <Button size="sm" variant="light" className={classes.newest} onClick={toEnd}>
          Show the newest text
        </Button>
      )}
    </div>
  )
})
