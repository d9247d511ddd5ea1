import { Chip, Group, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { Layout, LayoutSource } from '../../lib/contracts/index.ts'
import { EmptyFace, FailedFace, LoadingCards } from '../ui/faces.tsx'
import { IconSearch, IconTemplate } from '../ui/icons.ts'
import { accessOf } from './layout-words.ts'
import { useLayouts } from './use-layouts.ts'

const searchDelayMs = 250

type Filter = 'all' | 'page' | 'mine'
const filterWords: Record<Filter, string> = { all: 'All', page: 'This form', mine: 'Mine' }

interface LayoutListProps {
  /** The EHR of the page beside the panel: its layouts stand first. */
  source: LayoutSource | null
  email: string
  renderCard: (layout: Layout) => ReactNode
  /** Names the group of cards when one is to be chosen. */
  chooseLabel?: string
}

function emptyReason(searching: boolean, filter: Filter): string {
  if (searching) return 'Try another word, or clear the search.'
  if (filter !== 'all') return 'Choose “All” to see every template.'
  return 'This server has no templates yet. Ask whoever runs it to add some.'
}

/** Search, filters and cards, with every face of a list. */
export function LayoutList({ source, email, renderCard, chooseLabel }: LayoutListProps) {
  const [typed, setTyped] = useState('')
  const [waited] = useDebouncedValue(typed.trim(), searchDelayMs)
  // An empty box clears the search at once.
  const layouts = useLayouts(typed.trim() ? waited : '')
  const [filter, setFilter] = useState<Filter>('all')
  const filters: Filter[] = source ? ['all', 'page', 'mine'] : ['all', 'mine']
  const all = layouts.data?.items ?? []
  const fits: Record<Filter, (layout: Layout) => boolean> = {
    all: () => true,
    page: (layout) => layout.source === source,
    mine: (layout) => accessOf(layout, email) === 'owner',
  }
  const shown = all
    .filter(fits[filter])
    .sort((a, b) => Number(b.source === source) - Number(a.source === source) || a.name.localeCompare(b.name))

  return (
    <>
      <TextInput
        type="search"
        aria-label="Search templates"
        placeholder="Search templates"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Chip.Group value={filter} onChange={(value) => setFilter(value as Filter)}>
        <Group gap={6} role="radiogroup" aria-label="Which templates">
          {filters.map((each) => (
            <Chip key={each} value={each} size="xs" variant="light">
              {filterWords[each]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {layouts.isPending && <LoadingCards />}
      {layouts.isError && all.length === 0 && (
        <FailedFace error={layouts.error} onRetry={() => void layouts.refetch()} />
      )}
      {layouts.isSuccess && shown.length === 0 && (
        <EmptyFace icon={<IconTemplate size={24} />} title="No template fits">
          {emptyReason(typed !== '', filter)}
        </EmptyFace>
      )}
      {shown.length > 0 && (
        <Stack gap="sm" role={chooseLabel ? 'radiogroup' : undefined} aria-label={chooseLabel}>
          {shown.map(renderCard)}
        </Stack>
      )}
    </>
  )
}
