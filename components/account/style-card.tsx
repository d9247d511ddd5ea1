import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import { lookupEndpoints } from '../../lib/contracts/endpoints/lookup.ts'
import { mergedStyle, type WritingStyle } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { waitingFor } from '../ui/failure.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { CardRow } from './card-row.tsx'
import { StyleFields } from './style-fields.tsx'
import { StylePreview } from './style-preview.tsx'
import { styleSummary } from './style-words.ts'
import { accountKey, useAccount } from './use-account.ts'
import { useDirectories } from './use-directories.ts'

export function StyleCard() {
  const { data, error } = useAccount()
  const [editing, setEditing] = useState(false)
  return (
    <Card>
      <CardRow
        title="Writing style"
        state={data ? styleSummary(data.style) : waitingFor(error)}
        actions={data ? [{ label: 'Change', name: 'Change the writing style', onClick: () => setEditing(true) }] : []}
      />
      {editing && data && <StyleDialog stored={data.style} onClose={() => setEditing(false)} />}
    </Card>
  )
}

function useDefaults(): WritingStyle {
  const { client } = useSharedPorts()
  const { directory } = useDirectories()
  const { data } = useQuery({
    queryKey: ['directories', 'settings', 'self'],
    queryFn: ({ signal }) => client.call(lookupEndpoints.lookUpOwnSettings, {}, { signal }),
  })
  return data?.settings.find(({ directoryId }) => directoryId === directory?.directoryId)?.settings.style ?? {}
}

function StyleDialog({ stored: storedStyle, onClose }: { stored: WritingStyle; onClose: () => void }) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const defaults = useDefaults()
  const [style, setStyle] = useState(storedStyle)
  async function save() {
    const account = await client.call(accountEndpoints.updateAccount, { body: { style } })
    queries.setQueryData(accountKey, account)
    toast('success', 'The writing style was saved. It applies to new notes.')
  }
  return (
    <FormDialog opened title="Writing style" action="Save" ready submit={save} onClose={onClose}>
      <Stack gap="md">
        <StyleFields style={style} onStyle={setStyle} defaults={defaults} />
        <StylePreview style={mergedStyle(defaults, style)} />
      </Stack>
    </FormDialog>
  )
}
