import { Button, Checkbox, Code, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accessEndpoints } from '../../lib/contracts/endpoints/access.ts'
import type { AccessKey, NewAccessKey } from '../../lib/contracts/index.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { dayWords, timeWords } from '../ui/dates.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { IconKey, IconPlus } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { SmallButtons } from '../ui/small-buttons.tsx'
import { Tag } from '../ui/tag.tsx'
import { useChange } from '../ui/use-change.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { developerKey, useAccess } from './use-access.ts'

/** The keys of the developer organisation. A new key is shown once. */
export function KeysPage() {
  const { client } = useSharedPorts()
  const { accessId, may } = useAccess()
  const [isAdding, setAdding] = useState(false)
  const [newKey, setNewKey] = useState<NewAccessKey | null>(null)
  const [removing, setRemoving] = useState<AccessKey | null>(null)
  const key = [...developerKey, 'keys', accessId]
  const remove = useChange(
    ({ keyId }: AccessKey) => client.call(accessEndpoints.removeKey, { params: { accessId, keyId } }),
    { refreshes: key, said: 'The key was removed.' },
  )
  const add = may('owner') ? (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      Add a key
    </Button>
  ) : undefined
  return (
    <Page
      title="Keys"
      about="A key lets your servers call the API. Never put a key into a web page or an app."
      action={add}
    >
      <Records<AccessKey>
        label="Keys"
        searchLabel="Part of a name"
        queryKey={key}
        load={(query, signal) => client.call(accessEndpoints.listKeys, { params: { accessId }, query }, { signal })}
        rowKey={({ keyId }) => keyId}
        columns={[
          { label: 'Name', show: ({ name }) => name },
          { label: 'Begins with', show: ({ prefix }) => <Code>{prefix}…</Code> },
          { label: 'For', show: ({ test }) => <Tag tone={test ? 'plain' : 'good'}>{test ? 'Sandbox' : 'Live'}</Tag> },
          {
            label: 'Expires',
            oneLine: true,
            show: ({ expiresAt }) => (expiresAt === undefined ? 'Never' : dayWords(expiresAt)),
          },
          {
            label: 'Last used',
            show: ({ lastUsedAt }) => (lastUsedAt === undefined ? 'Never' : timeWords(lastUsedAt)),
          },
        ]}
        {...(may('owner')
          ? {
              actions: (row: AccessKey) => (
                <SmallButtons
                  buttons={[{ label: 'Remove', name: `Remove ${row.name}`, onClick: () => setRemoving(row) }]}
                />
              ),
            }
          : {})}
        empty={{
          icon: <IconKey size={24} />,
          title: 'No key yet',
          text: 'Begin with a sandbox key: its requests cost nothing, and its data is deleted after 30 days.',
          action: add,
        }}
      />
      {isAdding && (
        <KeyDialog
          onMade={(key) => {
            setNewKey(key)
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {newKey && (
        <SecretDialog
          title={`The key ${newKey.name}`}
          what="the key"
          secret={newKey.key}
          about={
            newKey.test
              ? 'A sandbox key: its requests cost nothing.'
              : 'A live key: its requests count towards your limits.'
          }
          onClose={() => setNewKey(null)}
        />
      )}
      <ConfirmDialog
        opened={removing !== null}
        title={`Remove ${removing?.name ?? ''}`}
        text="Programs that use this key, or a token that was made with this key, will stop working immediately."
        confirmLabel="Remove"
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(null)}
      />
    </Page>
  )
}

function KeyDialog({ onMade, onClose }: { onMade: (made: NewAccessKey) => void; onClose: () => void }) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const { accessId } = useAccess()
  const [name, setName] = useState('')
  const [test, setTest] = useState(true)
  const [lastDay, setLastDay] = useState('')

  async function save() {
    const body = {
      name: name.trim(),
      test,
      // The key works until the end of the chosen day, in the time zone of the person.
      ...(lastDay === '' ? {} : { expiresAt: new Date(`${lastDay}T23:59:59`).toISOString() }),
    }
    const options = { idempotencyKey: attempt.of(body) }
    onMade(await client.call(accessEndpoints.addKey, { params: { accessId }, body }, options))
    await queries.invalidateQueries({ queryKey: [...developerKey, 'keys'] })
    // `onMade` has already closed this dialog. `stay` prevents a second close.
    return 'stay'
  }

  return (
    <FormDialog opened title="Add a key" action="Add" ready={name.trim() !== ''} submit={save} onClose={onClose}>
      <TextInput
        label="Name"
        description="What uses this key, for example “Notes service, production”."
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        withAsterisk={false}
      />
      <Checkbox
        checked={test}
        onChange={(event) => setTest(event.currentTarget.checked)}
        label="For the sandbox"
        description="Requests with a sandbox key cost nothing. They use no language model, and they cannot read live data."
      />
      <TextInput
        label="Last day"
        description="If you leave this empty, the key does not expire."
        type="date"
        value={lastDay}
        onChange={(event) => setLastDay(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
