import { useMemo, useState } from 'react'
import type { PatientSearch } from '../../lib/contracts/index.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'
import { searchWords } from '../../lib/report/search-words.ts'
import { usePage } from '../page/chart-head.tsx'
import { useSearch } from '../ui/use-search.ts'

/** A filter that a list can have besides the patient. */
export interface ListFilter<Name extends string> {
  name: Name
  label: string
}

type Query = Omit<PatientSearch, 'offset' | 'limit'>

/** Identifies the patient for whom the user has switched the filter off. */
const keyOf = ({ name, identifier, birthDate }: PagePatient) => [name, identifier, birthDate].join('\n')

/**
 * The state of a search box with its filters. While a chart is open, only the things of its patient are listed, until
 * the user asks for all patients (product 2.40). `query` is sent to the server; `isFiltered`: it leaves something out.
 */
export function useListSearch<Name extends string>() {
  const page = usePage()
  const { searchText, setSearchText, search, isStale } = useSearch()
  const [filters, setFilters] = useState<readonly Name[]>([])
  const [allOf, setAllOf] = useState<string | null>(null)
  const openPatient = page.status === 'ready' ? page.reading.patient : null
  const patient = openPatient !== null && keyOf(openPatient) !== allOf ? openPatient : null
  const { name = '', identifier = '' } = patient ?? {}
  const query = useMemo<Query>(
    () => ({
      ...searchWords(search, new Date()),
      ...(name || identifier ? { patient: { name, identifier } } : {}),
    }),
    [search, name, identifier],
  )
  return {
    searchText,
    setSearchText,
    isStale,
    query,
    filters,
    isFiltered: Object.keys(query).length > 0 || filters.length > 0,
    openPatient,
    ofPatient: patient !== null,
    toggle: (filter: Name) =>
      setFilters(filters.includes(filter) ? filters.filter((one) => one !== filter) : [...filters, filter]),
    togglePatient: () => openPatient && setAllOf(patient === null ? null : keyOf(openPatient)),
  }
}

export type ListSearch<Name extends string> = ReturnType<typeof useListSearch<Name>>
