import { NativeSelect, SimpleGrid } from '@mantine/core'
import { layoutAccesses, layoutSources } from '../../../lib/contracts/layout.ts'
import { sourceNames } from '../../page/chart-view.ts'
import type { LayoutFilters } from '../layout-filters.ts'

const accessWords = {
  owner: 'Created by me',
  editor: 'Shared with me to edit',
  public: 'Public',
  viewer: 'View only',
} as const satisfies Record<(typeof layoutAccesses)[number], string>

type Filters = Omit<LayoutFilters, 'search'>

interface ListFiltersProps {
  filters: Filters
  groups: readonly { name: string }[]
  onChange: (filters: Filters) => void
}

export function ListFilters({ filters, groups, onChange }: ListFiltersProps) {
  const setFilter = <Key extends keyof Filters>(key: Key, value: Filters[Key] | undefined) => {
    const { [key]: _before, ...rest } = filters
    onChange(value === undefined ? rest : { ...rest, [key]: value })
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs" verticalSpacing="xs">
      <NativeSelect
        label="Group"
        data={[{ value: '', label: 'Any group' }, ...groups.map(({ name }) => ({ value: name, label: name }))]}
        value={filters.group ?? ''}
        onChange={(event) => setFilter('group', event.currentTarget.value || undefined)}
      />
      <NativeSelect
        label="Source"
        data={[
          { value: '', label: 'Any source' },
          ...layoutSources.map((value) => ({ value, label: sourceNames[value] })),
        ]}
        value={filters.source ?? ''}
        onChange={(event) =>
          setFilter(
            'source',
            layoutSources.find((each) => each === event.currentTarget.value),
          )
        }
      />
      <NativeSelect
        label="Access"
        data={[
          { value: '', label: 'Any access' },
          ...layoutAccesses.map((value) => ({ value, label: accessWords[value] })),
        ]}
        value={filters.access ?? ''}
        onChange={(event) =>
          setFilter(
            'access',
            layoutAccesses.find((each) => each === event.currentTarget.value),
          )
        }
      />
    </SimpleGrid>
  )
}
