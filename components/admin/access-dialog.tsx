import { NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminAccessEndpoints } from '../../lib/contracts/endpoints/admin-access.ts'
import type { AccessLimits, AdministeredAccess, AdministeredAccessSummary } from '../../lib/contracts/index.ts'
import { limits as maxLengths } from '../../lib/contracts/limits.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { OrganisationInputs, useOrganisationInputs } from '../developer/organisation-inputs.tsx'
import { useSharedPorts } from '../ports.tsx'
import { LoadingCards } from '../ui/faces.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'

export const accessKey = ['admin', 'access'] as const

const limitWords: Record<keyof AccessLimits, string> = {
  output: 'Outputs a month',
  transcript: 'Transcripts a month',
  minute: 'Minutes a month',
  template: 'Templates a month',
  customers: 'Customers',
}
const noLimits: AccessLimits = { output: null, transcript: null, minute: null, template: null, customers: null }

interface AccessDialogProps {
  /** Null: a new developer organisation. */
  access: AdministeredAccessSummary | null
  onClose: () => void
}

/** Adds or changes a developer organisation. The limits of an existing organisation are loaded first. */
export function AccessDialog({ access, onClose }: AccessDialogProps) {
  const { client } = useSharedPorts()
  const { data, error } = useQuery({
    queryKey: [...accessKey, access?.accessId],
    enabled: access !== null,
    queryFn: ({ signal }) =>
      client.call(adminAccessEndpoints.getAccess, { params: { accessId: access?.accessId ?? '' } }, { signal }),
  })
  if (access === null || data) return <AccessForm key={data?.accessId} access={data ?? null} onClose={onClose} />
  return (
    <FormDialog
      opened
      title="Edit the developer organisation"
      action="Save"
      ready={false}
      submit={async () => {}}
      onClose={onClose}
    >
      {error ? <Notice tone="bad">{sentenceOf(error)}</Notice> : <LoadingCards count={2} height={56} />}
    </FormDialog>
  )
}

function AccessForm({ access, onClose }: { access: AdministeredAccess | null; onClose: () => void }) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const inputs = useOrganisationInputs(access?.organization)
  const [ownerEmail, setOwnerEmail] = useState('')
  const [metronomeId, setMetronomeId] = useState(access?.metronomeId ?? '')
  const [limits, setLimits] = useState<AccessLimits>(access?.limits ?? noLimits)

  async function save() {
    const body = {
      organization: inputs.organization,
      limits,
      ...(ownerEmail.trim() === '' ? {} : { ownerEmail: ownerEmail.trim() }),
    }
    if (access === null) {
      await client.call(adminAccessEndpoints.addAccess, { body }, { idempotencyKey: attempt.of(body) })
    } else {
      await client.call(adminAccessEndpoints.changeAccess, {
        params: { accessId: access.accessId },
        body: { ...body, metronomeId: metronomeId.trim() || null },
      })
    }
    toast(
      'success',
      access === null ? 'The developer organisation was added.' : 'The developer organisation was saved.',
    )
    await queries.invalidateQueries({ queryKey: accessKey })
  }

  return (
    <FormDialog
      opened
      title={access === null ? 'Add a developer organisation' : 'Edit the developer organisation'}
      action={access === null ? 'Add' : 'Save'}
      ready={inputs.isReady}
      submit={save}
      onClose={onClose}
    >
      <OrganisationInputs {...inputs} />
      <TextInput
        label={access === null ? 'Email of the owner' : 'Email of another owner'}
        description="This person gets an invitation."
        type="email"
        autoComplete="off"
        value={ownerEmail}
        onChange={(event) => setOwnerEmail(event.currentTarget.value)}
      />
      {access !== null && (
        <TextInput
          label="Customer id at Metronome"
          description="Fill this in to report the use of this organisation, without test use, to Metronome too. The server must be connected to Metronome. If you leave this empty, only this server counts the use."
          autoComplete="off"
          maxLength={maxLengths.identifierMax}
          value={metronomeId}
          onChange={(event) => setMetronomeId(event.currentTarget.value)}
        />
      )}
      <Text fw={650}>Limits</Text>
      <SimpleGrid cols={2} spacing="sm">
        {(Object.keys(limitWords) as (keyof AccessLimits)[]).map((limit) => (
          <NumberInput
            key={limit}
            label={limitWords[limit]}
            placeholder="No limit"
            min={0}
            allowDecimal={false}
            value={limits[limit] ?? ''}
            onChange={(value) =>
              setLimits((oldLimits) => ({ ...oldLimits, [limit]: typeof value === 'number' ? value : null }))
            }
          />
        ))}
      </SimpleGrid>
    </FormDialog>
  )
}
