import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import type { AuditEntry } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { timeWords } from '../ui/dates.ts'
import { IconHistory } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { OwnerSelect } from './owner-select.tsx'

const actionForm = /^[a-z-]+(\.[a-z-]+)?$/
const waitMs = 300

/** The audit log: who did what, when and from where. The log never contains the text of a note. */
export function AuditPage() {
  const { client } = useSharedPorts()
  const [userId, setUserId] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [action] = useDebouncedValue(typed.trim(), waitMs)
  const isAction = action === '' || actionForm.test(action)
  const filter = {
    ...(userId === null ? {} : { userId }),
    ...(action === '' || !isAction ? {} : { action }),
    ...(from === '' ? {} : { from: new Date(from).toISOString() }),
    ...(to === '' ? {} : { to: new Date(to).toISOString() }),
  }
  return (
    <Page title="Audit log" about="Who did what, when and from where. The log never contains the text of a note.">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        <OwnerSelect kind="user" value={userId} onChange={setUserId} />
        <TextInput
          label="Action"
          description="Enter an action, for example report.sign. Enter only “report” to see every action on notes."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={typed}
          error={isAction ? undefined : 'Use small letters, and at most one dot.'}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <TextInput
          label="From"
          type="datetime-local"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput label="To" type="datetime-local" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
      </SimpleGrid>
      <Records<AuditEntry>
        // After a change of the filter, the list starts at its first page again.
        key={JSON.stringify(filter)}
        label="Entries"
        queryKey={['admin', 'audit', filter]}
        load={({ offset, limit }, signal) =>
          client.call(adminEndpoints.listAudit, { query: { ...filter, offset, limit } }, { signal })
        }
        rowKey={({ at, action, subjectId, userId }) => [at, action, subjectId, userId].join(' ')}
        columns={[
          { label: 'When', show: ({ at }) => timeWords(at) },
          { label: 'Who', show: (entry) => <Who entry={entry} /> },
          { label: 'Action', show: (entry) => entry.action },
          { label: 'What', show: ({ subjectId }) => <Text size="xs">{subjectId ?? ''}</Text> },
          { label: 'From', show: ({ address }) => address ?? '' },
        ]}
        empty={{ icon: <IconHistory size={24} />, title: 'No entry', text: 'No entry matches these filters.' }}
      />
    </Page>
  )
}

function Who({ entry: { email, userId, administratorEmail } }: { entry: AuditEntry }) {
  const person = email ?? userId ?? 'A stranger'
  return administratorEmail === undefined ? person : `${administratorEmail}, acting as ${person}`
}
