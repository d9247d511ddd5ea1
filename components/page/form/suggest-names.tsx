import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { PageReading } from '../../../lib/page/shapes.ts'
import { sentenceOf } from '../../ui/failure.ts'
import { IconSparkles } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { usePending } from '../../ui/use-pending.ts'
import type { FormChoices } from './draft.ts'
import { namesRequest } from './field-names.ts'
import type { NameFields } from './use-field-names.ts'

interface SuggestNamesProps {
  reading: PageReading
  choices: FormChoices
  /** The suggestions that were shown, by field id. */
  suggestedNames: Readonly<Record<string, string>>
  onAskNames: NameFields
  onSuggest: (names: Readonly<Record<string, string>>) => void
  onUse: (names: Readonly<Record<string, string>>) => void
}

/**
 * Asks a language model for names of the doubtful fields, and lets the clinician use them all at once (product 11.10).
 * Renders nothing if each field has a name.
 */
export function SuggestNames({ reading, choices, suggestedNames, onAskNames, onSuggest, onUse }: SuggestNamesProps) {
  const { pending, run } = usePending<'ask'>()
  const [outcome, setOutcome] = useState<string | null>(null)
  const open = namesRequest(reading, choices)
  if (open === null) return null
  const { request, ids } = open
  const usable = Object.fromEntries(ids.flatMap((id) => (suggestedNames[id] ? [[id, suggestedNames[id]]] : [])))
  const count = Object.keys(usable).length
  const ask = () =>
    run('ask', async () => {
      setOutcome(null)
      try {
        const names = await onAskNames(request)
        const newNames = ids.flatMap((id, at) => (names[at] ? [[id, names[at]] as const] : []))
        onSuggest({ ...suggestedNames, ...Object.fromEntries(newNames) })
        setOutcome(newNames.length === 0 ? 'No name was found in the words of the page. Name the fields yourself.' : '')
      } catch (error) {
        setOutcome(`${sentenceOf(error)} No name was changed.`)
      }
    })
  if (count > 0)
    return (
      <Notice
        tone="look"
        title={count === 1 ? 'One name is suggested' : `${count} names are suggested`}
        action={
          <Button size="compact-sm" onClick={() => onUse(usable)}>
            {count === 1 ? 'Use this name' : `Use these ${count} names`}
          </Button>
        }
      >
        A language model chose {count === 1 ? 'it' : 'them'} from words of the page. Compare{' '}
        {count === 1 ? 'it' : 'each one'} with the page.
      </Notice>
    )
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconSparkles size={14} aria-hidden />}
        loading={pending !== null}
        onClick={() => void ask()}
      >
        Suggest names
      </Button>
      <Text size="xs" c="dimmed" mt={4}>
        Sends the words around these fields to the language model of your server. Values are not sent.
      </Text>
      {outcome && (
        <Notice tone="look" urgent>
          {outcome}
        </Notice>
      )}
    </div>
  )
}
