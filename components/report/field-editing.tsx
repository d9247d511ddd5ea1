import { Button, Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Field } from '../../lib/contracts/index.ts'
import type { UnsavedEdit } from '../panel/working-session.ts'
import { LoadingCards } from '../ui/faces.tsx'
import { Notice } from '../ui/notice.tsx'
import type { FieldActions } from './field-actions.ts'

const ValueEditor = lazy(async () => ({ default: (await import('./value-editor.tsx')).ValueEditor }))

const sameTexts = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b)

interface FieldEditingProps {
  field: Field
  present: readonly string[]
  edit: UnsavedEdit
  actions: FieldActions
  onDone: () => void
}

/** Editor for one value. The typed text is kept until it is saved or cancelled. */
export function FieldEditing({ field, present, edit, actions, onDone }: FieldEditingProps) {
  const [saving, setSaving] = useState(false)
  // Take the focus only if the user has just started editing. An edit that was restored after the panel was closed must
  // not take it.
  const [isUnedited] = useState(() => sameTexts(edit.base, edit.value))

  async function save() {
    setSaving(true)
    try {
      await actions.save(edit.value)
      actions.keep(null)
      onDone()
    } catch {
      // `actions.save` has already shown the error. The typed text stays here, so nothing is lost.
      setSaving(false)
    }
  }

  return (
    <Stack gap="xs">
      {!sameTexts(edit.base, present) && (
        <Notice tone="look" title="Changed meanwhile">
          This field was changed while you were editing. It now says:{' '}
          {present.length > 0 ? `“${present.join(', ')}”` : 'nothing.'} If you save, your text replaces this new text.
        </Notice>
      )}
      <Suspense fallback={<LoadingCards count={1} height={80} />}>
        <ValueEditor
          field={field}
          value={edit.value}
          loading={saving}
          autoFocus={isUnedited}
          onChange={(value) => actions.keep({ ...edit, value })}
        />
      </Suspense>
      <Group justify="flex-end" gap="xs">
        {/* Always shown: a line that appears with the first change would move the Save button under the pointer. */}
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
