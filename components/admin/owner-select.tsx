import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import { useSharedPorts } from '../ports.tsx'

interface OwnerSelectProps {
  kind: 'directory' | 'user'
  value: string | null
  onChange: (id: string | null) => void
}

const waitMs = 250

/** Finds an organisation by name, or a user by email. The server searches, because there can be many. */
export function OwnerSelect({ kind, value, onChange }: OwnerSelectProps) {
  const { client } = useSharedPorts()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, waitMs)
  const { data } = useQuery({
    queryKey: ['admin', 'owners', kind, search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = search === '' ? {} : { search }
      if (kind === 'directory') {
        const { items } = await client.call(adminEndpoints.listAllDirectories, { query }, { signal })
        return items.map(({ directoryId, name }) => ({ value: directoryId, label: name }))
      }
      const { items } = await client.call(adminEndpoints.listUsers, { query }, { signal })
      return items.map(({ userId, email }) => ({ value: userId, label: email }))
    },
  })
  return (
    <Select
      label={kind === 'directory' ? 'Organisation' : 'Person'}
      placeholder={kind === 'directory' ? 'Type a part of the name' : 'Type a part of the email'}
      searchable
      data={data ?? []}
      // The server has already filtered the options. The default filter would hide options that match.
      filter={({ options }) => options}
      nothingFoundMessage="No match"
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      data-autofocus
    />
  )
}
