import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Field, Result } from '../../lib/contracts/index.ts'
import { mentioned } from '../../lib/report/index.ts'
import { answersOf } from '../../lib/template/index.ts'
import { type QuotedSession, TurnQuote } from './evidence.tsx'
import { byTurn } from './marked-turn.ts'
import { choiceTypes, mentionedWords, unansweredReason, withAdded } from './report-words.ts'

const shownFirst = 3

interface UnclearAnswerProps {
  field: Field
  result: Result
  session: QuotedSession
  disabled: boolean
  /** Saves the answer. Undefined: the note cannot be changed now. */
  onSave: ((value: string[]) => void) | undefined
  onEdit: (value: string[]) => void
}

/**
 * A field that was mentioned without a certain answer: the words that were said, and what the user can do with one
 * click. A choice offers its options, a text takes over the words, and any other field opens its editor.
 */
export function UnclearAnswer({ field, result, session, disabled, onSave, onEdit }: UnclearAnswerProps) {
  const [all, setAll] = useState(false)
  const turns = byTurn(result.evidence)
  const reason = unansweredReason(result)
  const isText = field.type === 'string' || field.type === 'template'
  const { name } = field
  return (
    <Stack gap={8}>
      <Text fw={600}>{onSave ? mentionedWords(field) : `${mentioned}.`}</Text>
      {reason && (
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      )}
      {turns.slice(0, all ? turns.length : shownFirst).map(({ turn, quotes, atMs }) => (
        <div key={turn}>
          <TurnQuote turn={turn} quotes={quotes} atMs={atMs} {...session} />
          {onSave && isText && (
            <Group justify="flex-end" mt={6}>
              <Button
                size="xs"
                variant="light"
                disabled={disabled}
                aria-label={`Add to ${name}: “${quotes.join('” “')}”`}
                onClick={() => onSave(withAdded([], quotes.join(' ')))}
              >
                Add
              </Button>
            </Group>
          )}
        </div>
      ))}
      {!all && turns.length > shownFirst && (
        <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
          Show {turns.length - shownFirst} more
        </Button>
      )}
      {onSave && (
        <Group gap="xs" role="group" aria-label={`Answers for ${name}`}>
          {answersOf(field).map((option) => (
            <Button
              key={option}
              size="sm"
              variant="default"
              disabled={disabled}
              aria-label={`${option}: answer for ${name}`}
              // Several options may be right, so the editor opens with this one ticked.
              onClick={() => (field.type === 'multiple_choice' ? onEdit([option]) : onSave([option]))}
            >
              {option}
            </Button>
          ))}
          {isText && turns.length > 1 && (
            <Button
              size="sm"
              variant="default"
              disabled={disabled}
              onClick={() => onSave([turns.map(({ quotes }) => `“${quotes.join(' ')}”`).join('\n\n')])}
            >
              Add all
            </Button>
          )}
          {!choiceTypes.has(field.type) && (
            <Button size="sm" variant="default" disabled={disabled} onClick={() => onEdit([])}>
              Enter answer
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            disabled={disabled}
            aria-label={`Leave empty: ${name}`}
            onClick={() => onSave([])}
          >
            Leave empty
          </Button>
        </Group>
      )}
    </Stack>
  )
}
