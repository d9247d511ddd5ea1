import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { email as emailShape } from '../../../lib/contracts/account.ts'
import type { Layout } from '../../../lib/contracts/index.ts'
import { useDirectories } from '../../account/use-directories.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChipsInput } from '../field/chips-input.tsx'

const editorsMax = 100

/**
 * Who may use a layout besides its owner. `editors`: the emails of the people who may edit it. `directory`: true if the
 * owner's organisation may use it; undefined leaves this setting as it is.
 */
export interface LayoutSharing {
  editors: string[]
  directory?: boolean | undefined
}

interface ShareLayoutProps {
  layout: Layout
  busy: boolean
  /** Error message of the last save, or null. */
  problem: string | null
  onShare: (sharing: LayoutSharing) => void
  onClose: () => void
}

/** Dialog to choose who may edit a layout besides its owner, and whether the owner's organisation may use it. */
export function ShareLayout({ layout, busy, problem, onShare, onClose }: ShareLayoutProps) {
  const [editors, setEditors] = useState<string[]>(layout.editors)
  const { directory } = useDirectories()
  const wasShared = layout.shared === true
  const [isShared, setShared] = useState(wasShared)
  const shareWith = directory?.permissions.includes('layouts.share') ? directory.name : undefined
  const organisation = wasShared ? layout.directoryName : shareWith
  const [refusal, setRefusal] = useState('')

  const addAddress = (values: readonly string[], text: string) => {
    const address = text.trim().toLowerCase()
    if (!emailShape.safeParse(address).success) {
      setRefusal(`“${text.trim()}” is not an email address.`)
      return values
    }
    setRefusal('')
    return values.includes(address) || values.length >= editorsMax ? values : [...values, address]
  }

  return (
    <Dialog opened onClose={onClose} title="Share this template">
      <Stack>
        <Text c="dimmed">
          People you name here can edit “{layout.name}”. They cannot delete it or share it further. No email is sent.
        </Text>
        <ChipsInput
          label="Editors"
          placeholder="name@clinic.example"
          values={editors}
          added={addAddress}
          onChange={setEditors}
          maxLength={254}
        />
        {refusal && (
          <Notice tone="look" urgent>
            {refusal} Write the whole address and add it again.
          </Notice>
        )}
        {organisation !== undefined && (
          <Checkbox
            role="switch"
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
            label={`Share with ${organisation}`}
            description="Every member can use and copy this template. Members with the permission “Edit shared templates” can also change this template."
          />
        )}
        {problem && (
          <Notice tone="bad" title="The template was not shared" urgent>
            {problem}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={busy}
            onClick={() => onShare({ editors, directory: isShared === wasShared ? undefined : isShared })}
          >
            Share
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
