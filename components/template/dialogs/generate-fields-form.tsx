import { Button, Checkbox, Group, Loader, Stack, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Field } from '../../../lib/contracts/index.ts'
import { idleRecording, type RecordingState } from '../../../lib/transcript/recording-state.ts'
import { DictationBox } from '../../dictation/dictation-box.tsx'
import { type Subscribable, useSubscribed } from '../../subscribable.ts'
import { sentenceOf } from '../../ui/failure.ts'
import { Notice } from '../../ui/notice.tsx'
import { summaryOf } from '../editor/field-words.ts'
import type { EditorHost } from '../editor-properties.ts'

/** Number of rows of the description (product 2.1). */
const rows = 5
const placeholder = 'What should the note contain? For example: a SOAP note with sleep, mood, and risk.'
const silent: Subscribable<RecordingState> = { subscribe: () => () => undefined }

interface GenerateFieldsFormProps {
  host: EditorHost
  onAdd: (fields: Field[]) => void
  onCancel: (() => void) | undefined
  /** Shown after fields were added, if the form stays open. */
  added?: ReactNode
}

type Made =
  | { kind: 'none' }
  | { kind: 'failed' | 'nothing' }
  | { kind: 'fields'; fields: { key: number; field: Field }[] }

/** Generates fields from a description and lets the user choose some of them (product 2.19, 4.5: field generation). */
export function GenerateFieldsForm({ host, onAdd, onCancel, added: addedNotice }: GenerateFieldsFormProps) {
  const [description, setDescription] = useState('')
  const [generation, setGeneration] = useState<Made>({ kind: 'none' })
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<number>>(new Set())
  const [generating, setGenerating] = useState(false)
  const life = useRef<AbortController | null>(null)
  useEffect(() => () => life.current?.abort(), [])
  const recording = useSubscribed<RecordingState>(host.dictation?.recorder ?? silent, idleRecording)
  const dictating = recording.place === 'dictation' && recording.phase !== 'idle'
  const fields = generation.kind === 'fields' ? generation.fields : []

  async function generate() {
    if (!host.generateFields || generating) return
    const controller = new AbortController()
    life.current = controller
    const { signal } = controller
    setGenerating(true)
    try {
      const proposed = await host.generateFields(description.trim(), signal)
      if (signal.aborted) return
      setChosenKeys(new Set())
      setGeneration(
        proposed.length === 0
          ? { kind: 'nothing' }
          : { kind: 'fields', fields: proposed.map((field, key) => ({ key, field })) },
      )
    } catch (error) {
      if (signal.aborted) return
      // Only log the error (product 8.5). The description is kept, and a message is shown in the form.
      host.log?.(`Fields were not generated: ${sentenceOf(error)}`)
      setGeneration({ kind: 'failed' })
    } finally {
      if (!signal.aborted) setGenerating(false)
    }
  }

  function add() {
    onAdd(fields.filter(({ key }) => chosenKeys.has(key)).map(({ field }) => field))
    setGeneration({ kind: 'none' })
    setChosenKeys(new Set())
    setDescription('')
  }

  const describe = { label: 'Description', placeholder, rows, value: description }
  return (
    <Stack>
      {host.dictation ? (
        <DictationBox
          {...describe}
          {...host.dictation}
          onChange={setDescription}
          checkToken={host.checkToken ?? unchecked}
          patient={null}
        />
      ) : (
        <Textarea {...describe} onChange={(event) => setDescription(event.currentTarget.value)} />
      )}
      <Button
        variant={fields.length > 0 ? 'light' : 'filled'}
        disabled={description.trim() === '' || dictating}
        data-disabled={generating || undefined}
        aria-disabled={generating || undefined}
        leftSection={generating && <Loader size={16} color="gray" aria-hidden />}
        onClick={() => void generate()}
      >
        {generating ? 'Generating...' : 'Generate Fields'}
      </Button>
      {!generating && generation.kind === 'failed' && (
        <Notice tone="bad" title="No fields were made" urgent>
          Your description is still here. Try again, or add fields by hand.
        </Notice>
      )}
      {!generating && generation.kind === 'nothing' && (
        <Notice tone="look" title="No fields were made" urgent>
          No field was found in the description. Describe what the note should contain and try again.
        </Notice>
      )}
      {generation.kind === 'none' && addedNotice}
      {fields.length > 0 && <Choice fields={fields} chosen={chosenKeys} onChoose={setChosenKeys} />}
      <Group justify="flex-end">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {fields.length > 0 && (
          <Button disabled={chosenKeys.size === 0} onClick={add}>
            Add Fields
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const unchecked = async () => undefined

interface ChoiceProps {
  fields: readonly { key: number; field: Field }[]
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
}

function Choice({ fields, chosen: chosenKeys, onChoose }: ChoiceProps) {
  const all = chosenKeys.size === fields.length
  return (
    <Stack gap="sm" role="group" aria-label="Generated fields">
      <Checkbox
        label="Select all"
        checked={all}
        indeterminate={!all && chosenKeys.size > 0}
        onChange={() => onChoose(new Set(all ? [] : fields.map(({ key }) => key)))}
      />
      {fields.map(({ key, field }) => (
        <Checkbox
          key={key}
          label={field.name}
          description={summaryOf(field)}
          checked={chosenKeys.has(key)}
          onChange={(event) => {
            const newKeys = new Set(chosenKeys)
            if (event.currentTarget.checked) newKeys.add(key)
            else newKeys.delete(key)
            onChoose(newKeys)
          }}
        />
      ))}
    </Stack>
  )
}
