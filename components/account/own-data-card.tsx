import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import { deletionPhrase } from '../../lib/contracts/own-account.ts'
import { Card } from '../ui/card.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { saveBlob } from '../ui/save-blob.ts'
import { lastToast, toast } from '../ui/toast.ts'
import { CardRow } from './card-row.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PasswordField } from './password-field.tsx'

interface OwnDataCardProps {
  client: Pick<Client, 'call' | 'download'>
  /** Called after the account was deleted. */
  onSignedOut: () => void
}

export function OwnDataCard({ client, onSignedOut }: OwnDataCardProps) {
  const [deleting, setDeleting] = useState(false)
  const exporting = useMutation({
    mutationFn: () => client.download(accountEndpoints.exportAccount, {}),
    onSuccess: (file) => {
      saveBlob('chartside-export.zip', file)
      toast('success', 'Your data was exported to a file.')
    },
    onError: (error) => toast('error', sentenceOf(error)),
  })
  return (
    <Card>
      <Stack gap="sm">
        <CardRow
          title="Your data"
          state="Account, notes, transcripts and templates as one file."
          actions={[
            {
              label: 'Export',
              name: 'Export your data',
              loading: exporting.isPending,
              onClick: () => exporting.mutate(),
            },
          ]}
        />
        <CardRow
          title="Delete account"
          state="A deleted account cannot be restored."
          actions={[{ label: 'Delete', name: 'Delete the account', onClick: () => setDeleting(true) }]}
        />
      </Stack>
      <DeleteDialog client={client} opened={deleting} onClose={() => setDeleting(false)} onDeleted={onSignedOut} />
    </Card>
  )
}

interface DeleteDialogProps {
  client: Pick<Client, 'call'>
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}

function DeleteDialog({ client, opened, onClose, onDeleted }: DeleteDialogProps) {
  const [phrase, setPhrase] = useState('')
  const [password, setPassword] = useState('')
  const [exported, setExported] = useState(false)
  const close = () => {
    setPhrase('')
    setPassword('')
    setExported(false)
    onClose()
  }
  async function submit() {
    await client.call(accountEndpoints.deleteAccount, { body: { password, phrase: deletionPhrase, exported } })
    lastToast('Your account was deleted.')
    close()
    onDeleted()
  }
  return (
    <PasswordDialog
      client={client}
      opened={opened}
      title="Delete the account"
      action="Delete account"
      color="red.8"
      ready={phrase.trim() === deletionPhrase && password !== ''}
      submit={submit}
      onClose={close}
    >
      <Text>
        Your drafts, transcripts and templates will be deleted permanently. Signed notes and shared templates stay with
        your organisation.
      </Text>
      <Checkbox
        label="I have exported my data. I also want to delete my signed notes that belong to no organisation."
        checked={exported}
        onChange={(event) => setExported(event.currentTarget.checked)}
      />
      <PasswordField label="Your password" isNew={false} value={password} onChange={setPassword} />
      <TextInput
        label={`Type “${deletionPhrase}” to continue`}
        value={phrase}
        onChange={(event) => setPhrase(event.currentTarget.value)}
        autoComplete="off"
      />
    </PasswordDialog>
  )
}
