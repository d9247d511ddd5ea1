import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { resellerEndpoints } from '../../lib/contracts/endpoints/reseller.ts'
import { useSharedPorts } from '../ports.tsx'
import { useSearch } from '../ui/use-search.ts'
import { developerKey, useAccess } from './use-access.ts'

interface CustomerSelectProps {
  value: string | null
  onChange: (identifier: string | null) => void
}

export function CustomerSelect({ value, onChange }: CustomerSelectProps) {
  const { client } = useSharedPorts()
  const { accessId } = useAccess()
  const { searchText, setSearchText, search } = useSearch()
  const query = search === '' || search === value ? {} : { search }
  const customersQuery = useQuery({
    queryKey: [...developerKey, 'customers', accessId, 'select', query],
    queryFn: ({ signal }) => client.call(resellerEndpoints.listCustomers, { params: { accessId }, query }, { signal }),
  })
  const names = (customersQuery.data?.items ?? []).map(({ identifier }) => identifier)
  return (
    <Select
      label="Customer"
      placeholder="Choose a customer"
      searchable
      clearable
      maw={360}
      data={value === null || names.includes(value) ? names : [value, ...names]}
      // The server has already filtered the options, so they are shown without another filter.
      filter={({ options }) => options}
      nothingFoundMessage={customersQuery.isPending ? 'Loading...' : 'No customer has this identifier.'}
      error={customersQuery.isError ? 'The customers could not be loaded. Open the list again.' : undefined}
      onDropdownOpen={() => void (customersQuery.isError && customersQuery.refetch())}
      clearButtonProps={{ 'aria-label': 'Choose no customer' }}
      value={value}
      searchValue={searchText}
      onSearchChange={setSearchText}
      onChange={onChange}
    />
  )
}
