import { Button, Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Field } from '../../lib/contracts/index.ts'
import type { UnsavedEdit } from '../panel/working-session.ts'
import { LoadingCards } from '../ui/faces.tsx'
import { Notice } from '../ui/notice.tsx'
import type { FieldActions } from './field-card.tsx'

const ValueEditor = lazy(async () => ({ default: (await import('./value-editor.tsx')).ValueEditor }))

const same = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b)

interface FieldEditingProps {
  field: Field
  /** What stands in the note now. */
  present: readonly string[]
  edit: UnsavedEdit
  actions: FieldActions
  /** Told once it is saved or taken back. */
  onDone: () => void
}

/** A value being corrected by hand. What is typed is kept until it is saved or taken back. */
export function FieldEditing({ field, present, edit, actions, onDone }: FieldEditingProps) {
  const [saving, setSaving] = useState(false)
  // What comes back from before takes no focus away.
  const [asked] = useState(() => same(edit.base, edit.value))

  async function save() {
    setSaving(true)
    try {
      await actions.save(edit.value)
      actions.keep(null)
      onDone()
    } catch {
      // Whoever saves says why; what was typed stays here.
      setSaving(false)
    }
  }

  return (
    <Stack gap="xs">
      {!same(edit.base, present) && (
        <Notice tone="look" title="Changed meanwhile">
          The note now says: {present.length > 0 ? `“${present.join(', ')}”` : 'nothing.'} Saving replaces it.
        </Notice>
      )}
      <Suspense fallback={<LoadingCards count={1} height={80} />}>
        <ValueEditor
          field={field}
          value={edit.value}
          loading={saving}
          autoFocus={asked}
          onChange={(value) => actions.keep({ ...edit, value })}
        />
      </Suspense>
      <Group justify="flex-end" gap="xs">
        {/* Always there: a line that came with the first change would move Save from under the pointer. */}
        <Text size="xs" c="dimmed" mr="auto">
          What you type is kept until you save or cancel.
        </Text>
        <Button
          size="sm"
          variant="default"
          onClick={() => {
            actions.keep(null)
            onDone()
          }}
        >
          Cancel
        </Button>
        <Button size="sm" loading={saving} onClick={() => void save()}>
          Save
        </Button>
      </Group>
    </Stack>
  )
}
