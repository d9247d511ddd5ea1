import { Button, Chip, Group, TextInput } from '@mantine/core'
import { IconSearch } from '../ui/icons.ts'
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
        <Group gap={6} role="group" aria-label="Filters">
          {search.openPatient && (
            <Chip size="xs" variant="light" checked={search.ofPatient} onChange={search.togglePatient}>
              This patient
            </Chip>
          )}
          {filters.map(({ name, label }) => (
            <Chip
              key={name}
              size="xs"
              variant="light"
              checked={search.filters.includes(name)}
              onChange={() => search.toggle(name)}
            >
              {label}
            </Chip>
          ))}
        </Group>
      )}
    </>
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
