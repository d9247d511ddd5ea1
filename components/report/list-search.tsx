import { Button, Group, TextInput } from '@mantine/core'
import { IconCheck, IconSearch } from '../ui/icons.ts'
import type { ListFilter, ListSearch as Search } from './use-list-search.ts'

interface ListSearchProps<Name extends string> {
  /** What is searched, such as "reports". */
  of: string
  search: Search<Name>
  filters: readonly ListFilter<Name>[]
}

/** The search box of a list of sessions or notes, with its filters. */
export function ListSearch<Name extends string>({ of, search, filters }: ListSearchProps<Name>) {
  return (
    <>
      <TextInput
        type="search"
        aria-label={`Search ${of}`}
        placeholder="Name, number, title or “last week”"
        leftSection={<IconSearch size={16} aria-hidden />}
        autoComplete="off"
        value={search.searchText}
        onChange={(event) => search.setSearchText(event.currentTarget.value)}
      />
      {(search.openPatient || filters.length > 0) && (
        <Group gap={6} component="section" aria-label="Filters">
          {search.openPatient && (
            <FilterButton label="This patient" chosen={search.ofPatient} onClick={search.togglePatient} />
          )}
          {filters.map(({ name, label }) => (
            <FilterButton
              key={name}
              label={label}
              chosen={search.filters.includes(name)}
              onClick={() => search.toggle(name)}
            />
          ))}
        </Group>
      )}
    </>
  )
}

function FilterButton({ label, chosen, onClick }: { label: string; chosen: boolean; onClick: () => void }) {
  return (
    <Button
      size="xs"
      radius="xl"
      variant={chosen ? 'light' : 'default'}
      aria-pressed={chosen}
      leftSection={chosen && <IconCheck size={14} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

/** Says what to do if a search or a filter leaves nothing. */
export const noneFits = (ofPatient: boolean) =>
  ofPatient ? 'Only the patient of the open chart is listed now.' : 'Try another word, or choose fewer filters.'

/** A button that lists all patients, while only the patient of the open chart is listed. */
export function AllPatients<Name extends string>({ search }: { search: Search<Name> }) {
  return search.ofPatient ? (
    <Button size="sm" variant="light" onClick={search.togglePatient}>
      Show all patients
    </Button>
  ) : null
}
