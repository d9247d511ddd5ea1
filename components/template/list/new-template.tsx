import { Button, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { templateEndpoints } from '../../../lib/contracts/endpoints/templates.ts'
import { userEndpoints } from '../../../lib/contracts/endpoints/user.ts'
import type { Layout } from '../../../lib/contracts/index.ts'
import { limits } from '../../../lib/contracts/limits.ts'
import { useAttemptKey } from '../../attempt-key.ts'
import { DictationBox } from '../../dictation/dictation-box.tsx'
import { usePorts } from '../../ports.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sentenceOf } from '../../ui/failure.ts'
import { Notice } from '../../ui/notice.tsx'
import { useDictationOptions } from '../layout-host.ts'

const ways = [
  { value: 'hand', label: 'By hand' },
  { value: 'description', label: 'Description' },
  { value: 'example', label: 'Example note' },
] as const
type Way = (typeof ways)[number]['value']

const submitWords: Record<Way, string> = {
  hand: 'Create',
  description: 'Make the template',
  example: 'Make the template',
}

interface NewTemplateProps {
  /** Called with the new layout. The server may still be generating its fields then. */
  onMade: (layout: Layout) => void
  onClose: () => void
}

/** Dialog to make a template: by hand, from a description, or from an example note. */
export function NewTemplate({ onMade, onClose }: NewTemplateProps) {
  const { client } = usePorts()
  const queries = useQueryClient()
  const dictation = useDictationOptions()
  const [way, setWay] = useState<Way>('hand')
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'fields' | 'text'>('fields')
  const [description, setDescription] = useState('')
  const [example, setExample] = useState('')
  const words = { hand: name, description, example }[way].trim()
  const attempt = useAttemptKey()

  const make = useMutation({
    mutationFn: () => {
      const options = { idempotencyKey: attempt.of([way, name, kind, words]) }
      const nameBody = name.trim() ? { name: name.trim() } : {}
      if (way === 'hand') {
        const content = kind === 'fields' ? { fields: [] } : { text: '' }
        return client.call(userEndpoints.createLayout, { body: { name: name.trim(), ...content } }, options)
      }
      const body = way === 'description' ? { ...nameBody, description: words } : { ...nameBody, example: words }
      return client.call(templateEndpoints.generateLayout, { query: {}, body }, options)
    },
    onSuccess: (layout) => {
      void queries.invalidateQueries({ queryKey: ['layouts'] })
      onMade(layout)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (words !== '' && !make.isPending) make.mutate()
  }

  return (
    <Dialog opened onClose={onClose} title="New template">
      <form onSubmit={submit}>
        <Stack>
          <Group gap={6} wrap="nowrap" role="group" aria-label="How to make the template">
            {ways.map(({ value, label }) => (
              <Button
                key={value}
                flex={1}
                px={4}
                size="xs"
                variant={value === way ? 'light' : 'default'}
                aria-pressed={value === way}
                onClick={() => {
                  setWay(value)
                  make.reset()
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
          <TextInput
            label={way === 'hand' ? 'Template name' : 'Template name (optional)'}
            data-autofocus
            autoComplete="off"
            maxLength={limits.nameMax}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {way === 'hand' && (
            <Radio.Group
              label="Kind of template"
              value={kind}
              onChange={(value) => setKind(value === 'text' ? 'text' : 'fields')}
            >
              <Stack gap="xs" mt={4}>
                <Radio value="fields" label="Fields" description="Each field becomes one part of the note." />
                <Radio
                  value="text"
                  label="Text"
                  description="A text, for example a letter, with places that the AI fills in."
                />
              </Stack>
            </Radio.Group>
          )}
          {way === 'description' && (
            <DictationBox
              {...dictation}
              label="Description"
              placeholder="What should the note contain? For example: a SOAP note with sleep, mood, and risk."
              value={description}
              onChange={setDescription}
              patient={null}
            />
          )}
          {way === 'example' && (
            <Textarea
              label="Example note"
              description="Paste a note that looks like the notes you want. Remove the patient’s name first."
              autosize
              minRows={6}
              maxRows={14}
              maxLength={limits.valueMax}
              value={example}
              onChange={(event) => setExample(event.currentTarget.value)}
            />
          )}
          {way !== 'hand' && (
            <Text size="xs" c="dimmed">
              The server makes the template in the background. You see it in the list at once, and can continue your
              work.
            </Text>
          )}
          {make.isError && (
            <Notice tone="bad" title="No template was made" urgent>
              {sentenceOf(make.error)} What you wrote is still here.
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={words === ''} loading={make.isPending}>
              {submitWords[way]}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
