import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import { useSharedPorts } from '../ports.tsx'
import { useSearch } from '../ui/use-search.ts'

interface OwnerSelectProps {
  kind: 'directory' | 'user'
  value: string | null
  onChange: (id: string | null) => void
}

/** Finds an organisation by name, or a user by email. The server searches, because there can be many. */
export function OwnerSelect({ kind, value, onChange }: OwnerSelectProps) {
  const { client } = useSharedPorts()
  const { setSearchText, search } = useSearch()
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
      onSearchChange={setSearchText}
      data-autofocus
    />
  )
}
