import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import type { ActingEntry } from '../../lib/contracts/index.ts'
import { auditWords } from '../admin/audit-words.ts'
import { Card } from '../ui/card.tsx'
import { timeWords } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { waitingFor } from '../ui/failure.ts'
import { ShowMore, usePages } from '../ui/use-pages.tsx'
import { CardRow } from './card-row.tsx'

/** What administrators did while they acted as the person: who, when and what (product 12.28). */
export function ActingCard({ client }: { client: Pick<Client, 'call'> }) {
  const [showing, setShowing] = useState(false)
  const list = usePages<ActingEntry>({
    queryKey: ['account', 'acting'],
    load: (query, signal) => client.call(accountEndpoints.listActing, { query }, { signal }),
    reloadAfter: () => false,
  })
  const newest = list.items[0]
  const state = list.data
    ? newest === undefined
      ? 'No administrator has acted as you.'
      : `The last time was ${timeWords(newest.at)}.`
    : waitingFor(list.error)
  return (
    <Card>
      <CardRow
        title="Administrators who acted as you"
        state={state}
        actions={
          newest === undefined
            ? []
            : [{ label: 'Show', name: 'Show what administrators did', onClick: () => setShowing(true) }]
        }
      />
      <Dialog opened={showing} onClose={() => setShowing(false)} title="What administrators did as you">
        <Stack gap="sm">
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
            {list.items.map((entry) => (
              <Stack component="li" gap={0} key={entry.id}>
                <Text>{auditWords(entry.action)}</Text>
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {entry.administratorEmail ?? 'An administrator whose account was deleted'}, {timeWords(entry.at)}
                </Text>
              </Stack>
            ))}
          </Stack>
          <ShowMore list={list} />
        </Stack>
      </Dialog>
    </Card>
  )
}
