import { Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import type { AuditEntry, FilledField } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { timeWords } from '../ui/dates.ts'
import { IconHistory } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { auditChoices, auditWords } from './audit-words.ts'
import { OwnerSelect } from './owner-select.tsx'

/** The audit log: who did what, when and from where. The log never contains the text of a note. */
export function AuditPage() {
  const { client } = useSharedPorts()
  const [userId, setUserId] = useState<string | null>(null)
  const [action, setAction] = useState<string | null>(null)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const filter = {
    ...(userId === null ? {} : { userId }),
    ...(action === null ? {} : { action }),
    ...(from === '' ? {} : { from: new Date(from).toISOString() }),
    ...(to === '' ? {} : { to: new Date(to).toISOString() }),
  }
  return (
    <Page title="Audit log" about="Who did what, when and from where. The log never contains the text of a note.">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        <OwnerSelect kind="user" value={userId} onChange={setUserId} />
        <Select
          label="Action"
          placeholder="All actions"
          searchable
          clearable
          nothingFoundMessage="No match"
          data={auditChoices}
          value={action}
          onChange={setAction}
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
          { label: 'Action', show: (entry) => <Done entry={entry} /> },
          { label: 'Who', show: (entry) => <Who entry={entry} /> },
          { label: 'When', oneLine: true, besideTitle: true, show: ({ at }) => timeWords(at) },
          { label: 'IP address', oneLine: true, show: ({ address }) => address ?? '' },
        ]}
        empty={{
          icon: <IconHistory size={24} />,
          title: 'No entry',
          text: 'No entry matches these filters. Remove a filter, or choose other days.',
        }}
      />
    </Page>
  )
}

const outcomeWords: Record<FilledField['outcome'], string> = {
  written: 'written',
  unchanged: 'unchanged',
  refused: 'refused',
  failed: 'failed',
}

/** Shows the action and the id of its object. Shows no id if the object is the person who acted. */
function Done({ entry: { action, subjectId, userId, fields = [] } }: { entry: AuditEntry }) {
  return (
    <>
      <Text inherit>{auditWords(action)}</Text>
      {subjectId !== undefined && subjectId !== userId && (
        <Text size="xs" c="dimmed" fw={400}>
          {subjectId}
        </Text>
      )}
      {fields.length > 0 && (
        <Text size="xs" c="dimmed" fw={400}>
          {fields.map(({ name, outcome }) => `${name}: ${outcomeWords[outcome]}`).join(', ')}
        </Text>
      )}
    </>
  )
}

function Who({ entry: { email, userId, administratorEmail } }: { entry: AuditEntry }) {
  const person = email ?? userId ?? 'A stranger'
  return administratorEmail === undefined ? person : `${administratorEmail}, acting as ${person}`
}
