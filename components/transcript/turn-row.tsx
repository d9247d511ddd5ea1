import { ActionIcon, Button, Group, Text, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { elapsedText } from '../../lib/transcript/elapsed.ts'
import { spokenTurn, turnName } from '../recording/speakers.ts'
import { Card } from '../ui/card.tsx'
import { IconPencil } from '../ui/icons.ts'
import { SpokenWords } from './spoken-words.tsx'
import classes from './turn-row.module.css'

interface TurnRowProps {
  turn: string
  /** The indexes of the words in this turn that were hard to hear. */
  unclear?: readonly number[] | undefined
  /** Position in the transcript, from 1. */
  number: number
  /** Where the turn begins in the recording, in ms. Null: not known. */
  beginMs?: number | null | undefined
  patientName: string
  /** True for the turn that a note quotes: it is marked, scrolled into view, and gets the focus. */
  quoted?: boolean
  /** Rejects if the server did not save the words. The typed text is then kept. */
  onSave: (words: string) => Promise<void>
}

/** One turn of a transcript, which can be corrected. */
export function TurnRow({ turn, unclear, number, beginMs = null, patientName, quoted = false, onSave }: TurnRowProps) {
  const spoken = spokenTurn(turn)
  const { words } = spoken
  const [typedWords, setTypedWords] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const name = turnName(spoken, patientName)
  const correcting = typedWords !== null
  const box = useRef<HTMLTextAreaElement>(null)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasCorrecting = useRef(correcting)
  const card = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!quoted) return
    card.current?.scrollIntoView({ block: 'center' })
    card.current?.focus({ preventScroll: true })
  }, [quoted])

  useEffect(() => {
    if (wasCorrecting.current === correcting) return
    wasCorrecting.current = correcting
    // The pencil button is not rendered during a correction, and the text box is rendered only during a correction. So
    // the element with the focus has just disappeared. Move the focus to the text box or back to the pencil button.
    if (!correcting) return pencil.current?.focus()
    box.current?.focus()
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length)
  }, [correcting])

  async function save(newWords: string) {
    setSaving(true)
    try {
      await onSave(newWords)
      setTypedWords(null)
    } catch {
      // `onSave` has already shown the error. The text box stays open with the typed text.
    } finally {
      setSaving(false)
    }
  }

  return (
    <Card
      ref={card}
      {...(quoted
        ? { tabIndex: -1, role: 'group', 'aria-label': `Part ${number} of the transcript, quoted in the note` }
        : {})}
      className={quoted ? (classes.quoted ?? '') : ''}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        <Text size="xs" c="dimmed">
          {[name || `Turn ${number}`, beginMs === null ? '' : elapsedText(beginMs)].filter(Boolean).join(' · ')}
        </Text>
        {typedWords === null && (
          <ActionIcon
            ref={pencil}
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`Correct turn ${number}`}
            onClick={() => setTypedWords(words)}
          >
            <IconPencil size={16} />
          </ActionIcon>
        )}
      </Group>
      {typedWords === null ? (
        <Text>
          <SpokenWords words={words} unclear={unclear} />
        </Text>
      ) : (
        <>
          <Textarea
            ref={box}
            aria-label={`Words of turn ${number}`}
            rows={3}
            value={typedWords}
            onChange={(event) => setTypedWords(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button size="sm" variant="default" onClick={() => setTypedWords(null)}>
              Cancel
            </Button>
            <Button size="sm" loading={saving} disabled={typedWords.trim() === ''} onClick={() => save(typedWords)}>
              Save
            </Button>
          </Group>
        </>
      )}
    </Card>
  )
}
