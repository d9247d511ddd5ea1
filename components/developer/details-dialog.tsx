import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accessEndpoints } from '../../lib/contracts/endpoints/access.ts'
import type { AccessOrganizationDetails } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { OrganisationInputs, useOrganisationInputs } from './organisation-inputs.tsx'
import { developerKey } from './use-access.ts'

const entriesMax = 50

interface DetailsDialogProps {
  access: AccessOrganizationDetails
  onClose: () => void
}

/** The dialog that changes the name, website, contact email and published texts of a developer organisation. */
export function DetailsDialog({ access: { accessId, organization, metadata }, onClose }: DetailsDialogProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const inputs = useOrganisationInputs(organization)
  const [entries, setEntries] = useState(() =>
    Object.entries(metadata).map(([label, text]) => ({ id: crypto.randomUUID(), label, text })),
  )
  const labels = entries.map(({ label }) => label.trim()).filter(Boolean)
  const isRepeated = new Set(labels).size < labels.length
  const change = (id: string, to: { label?: string; text?: string }) =>
    setEntries((all) => all.map((entry) => (entry.id === id ? { ...entry, ...to } : entry)))

  async function save() {
    const body = {
      organization: inputs.organization,
      metadata: Object.fromEntries(
        entries.filter(({ label }) => label.trim() !== '').map(({ label, text }) => [label.trim(), text.trim()]),
      ),
    }
    await client.call(accessEndpoints.changeOwnAccess, { params: { accessId }, body })
    toast('success', 'The organisation was saved.')
    await queries.invalidateQueries({ queryKey: developerKey })
  }

  return (
    <FormDialog
      opened
      title="Edit the organisation"
      action="Save"
      ready={inputs.isReady && !isRepeated}
      submit={save}
      onClose={onClose}
    >
      <OrganisationInputs {...inputs} />
      <Stack gap="xs">
        <Text fw={650}>Published texts</Text>
        <Text c="dimmed">
          Enter, for example, a support address. Everybody can read what you enter here, even without signing in.
        </Text>
        {entries.map(({ id, label, text }, index) => (
          <Group key={id} gap="xs" align="flex-end" wrap="wrap">
            <TextInput
              label="Name"
              aria-label={`Name of text ${index + 1}`}
              flex="1 1 120px"
              value={label}
              maxLength={100}
              error={
                isRepeated &&
                labels.filter((each) => each === label.trim()).length > 1 &&
                'Another text has the same name. Choose a different name.'
              }
              onChange={(event) => change(id, { label: event.currentTarget.value })}
            />
            <TextInput
              label="Text"
              aria-label={`Text ${index + 1}`}
              flex="2 1 160px"
              value={text}
              maxLength={2000}
              onChange={(event) => change(id, { text: event.currentTarget.value })}
            />
            <Button
              size="sm"
              variant="default"
              aria-label={`Remove text ${index + 1}`}
              onClick={() => setEntries((all) => all.filter((entry) => entry.id !== id))}
            >
              Remove
            </Button>
          </Group>
        ))}
        <Button
          size="sm"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          disabled={entries.length >= entriesMax}
          onClick={() => setEntries((all) => [...all, { id: crypto.randomUUID(), label: '', text: '' }])}
        >
          Add a text
        </Button>
      </Stack>
    </FormDialog>
  )
}
