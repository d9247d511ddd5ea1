import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { limits } from '../../../lib/contracts/limits.ts'
import { groupFrom } from '../../../lib/template/index.ts'
import { sentenceOf } from '../../ui/failure.ts'
import { IconPencil } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import classes from './editor-head.module.css'

interface GroupChipProps {
  group: string | undefined
  /** Undefined: the group is only shown. */
  onChange: ((group: string | undefined) => Promise<void>) | undefined
  onError: (message: string) => void
}

/** The template's group. A pencil button changes it to a text box (product 2.9: view and edit mode). */
export function GroupChip({ group, onChange, onError }: GroupChipProps) {
  const [typedGroup, setTypedGroup] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasClosed = useRef(false)

  useEffect(() => {
    if (typedGroup === null && wasClosed.current) pencil.current?.focus()
    wasClosed.current = typedGroup !== null
  }, [typedGroup])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (typedGroup === null || busy) return
    setBusy(true)
    try {
      await onChange?.(groupFrom(typedGroup))
      setTypedGroup(null)
    } catch (error) {
      // Keep the typed text, so that the user can try again.
      onError(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  if (typedGroup === null) {
    return (
      <Group gap={4} wrap="nowrap" miw={0}>
        {(group !== undefined || onChange) && <Tag>{group ?? 'No group'}</Tag>}
        {onChange && (
          <ActionIcon
            ref={pencil}
            variant="subtle"
            color="gray"
            size={28}
            aria-label="Change group"
            onClick={() => setTypedGroup(group ?? '')}
          >
            <IconPencil size={16} />
          </ActionIcon>
        )}
      </Group>
    )
  }
  return (
    <form onSubmit={save} className={classes.group}>
      <TextInput
        size="xs"
        aria-label="Group"
        placeholder="No group"
        autoFocus
        autoComplete="off"
        maxLength={limits.nameMax}
        value={typedGroup}
        onChange={(event) => setTypedGroup(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTypedGroup(null)
        }}
      />
      <Button size="xs" type="submit" variant="light" loading={busy}>
        Change
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={() => setTypedGroup(null)}>
        Cancel
      </Button>
    </form>
  )
}
