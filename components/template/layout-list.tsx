import { ActionIcon, Chip, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Layout, LayoutSource } from '../../lib/contracts/index.ts'
import { EmptyFace, FailedFace, LoadingCards } from '../ui/faces.tsx'
import { IconArrowLeft, IconFilter, IconSearch, IconTemplate } from '../ui/icons.ts'
import { ListRows } from '../ui/list-rows.tsx'
import { Notice } from '../ui/notice.tsx'
import { ShowMore } from '../ui/use-pages.tsx'
import { useSearch } from '../ui/use-search.ts'
import { inOrder, type LayoutFilters } from './layout-filters.ts'
import { GroupCards } from './list/group-cards.tsx'
import { ListFilters } from './list/list-filters.tsx'
import { useLayoutGroups, useLayouts } from './use-layouts.ts'

type Quick = 'all' | 'page' | 'mine'
const quickWords: Record<Quick, string> = { all: 'All', page: 'This form', mine: 'Mine' }

interface LayoutListProps {
  /** The EHR of the page beside the panel. Its layouts come first. */
  source: LayoutSource | null
  email: string
  renderCard: (layout: Layout) => ReactNode
  /** Label of the card group when the user is choosing a layout. */
  chooseLabel?: string
}

function whyEmpty(searching: boolean, filtering: boolean): { title: string; hint: string } {
  const title = 'No template fits'
  if (searching) return { title, hint: 'Try another word, or clear the search.' }
  if (filtering) return { title, hint: 'Choose “All” to see every template.' }
  return { title: 'No templates yet', hint: 'Make the first template under Templates.' }
}

/** The list of layouts with search, filters and groups, including its loading, empty and error states. */
export function LayoutList({ source, email, renderCard, chooseLabel }: LayoutListProps) {
  const { searchText, setSearchText, search, isStale } = useSearch()
  const [filters, setFilters] = useState<Omit<LayoutFilters, 'search'>>({})
  const [filtersShown, setFiltersShown] = useState(false)
  const layouts = useLayouts({ ...filters, search }, email)
  const groups = useLayoutGroups(email)
  const { group, source: ofSource, access } = filters
  const quick = quickOf(filters, source)
  const visibleLayouts = inOrder(layouts.items, source)
  const narrowed = group !== undefined || ofSource !== undefined || access !== undefined
  const isUnreachable = layouts.isError && layouts.keptAt === undefined && visibleLayouts.length === 0

  const empty = whyEmpty(searchText !== '', narrowed)
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          type="search"
          flex={1}
          aria-label="Search templates"
          placeholder="Search templates"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={searchText}
          onChange={(event) => setSearchText(event.currentTarget.value)}
        />
        <ActionIcon
          size={36}
          variant={filtersShown ? 'light' : 'default'}
          aria-label="Filters"
          aria-expanded={filtersShown}
          onClick={() => setFiltersShown(!filtersShown)}
        >
          <IconFilter size={18} />
        </ActionIcon>
      </Group>
      <Chip.Group
        value={quick}
        onChange={(value) =>
          setFilters({
            ...(group === undefined ? {} : { group }),
            ...(value === 'page' && source ? { source } : {}),
            ...(value === 'mine' ? { access: 'owner' as const } : {}),
          })
        }
      >
        <Group gap={6} role="radiogroup" aria-label="Which templates">
          {(source ? (['all', 'page', 'mine'] as const) : (['all', 'mine'] as const)).map((each) => (
            <Chip key={each} value={each} size="xs" variant="light">
              {quickWords[each]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {filtersShown && <ListFilters filters={filters} groups={groups} onChange={setFilters} />}
      {layouts.keptAt !== undefined && (
        <Notice tone="look">
          You see the templates as they were on {new Date(layouts.keptAt).toLocaleString()}. You can read them now. You
          can change them when the server can be reached again.
        </Notice>
      )}
      {group === undefined ? (
        search === '' && <GroupCards groups={groups} onOpen={(name) => setFilters({ ...filters, group: name })} />
      ) : (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label="All groups"
            onClick={() => {
              const { group: _group, ...rest } = filters
              setFilters(rest)
            }}
          >
            <IconArrowLeft size={16} />
          </ActionIcon>
          <Text component="h3" fw={650} lineClamp={1}>
            {group}
          </Text>
        </Group>
      )}
      {layouts.isPending && layouts.keptAt === undefined && <LoadingCards />}
      {isUnreachable && <FailedFace error={layouts.error} onRetry={() => void layouts.refetch()} />}
      {!layouts.isPending && !isUnreachable && visibleLayouts.length === 0 && (
        <EmptyFace icon={<IconTemplate size={24} />} title={empty.title}>
          {empty.hint}
        </EmptyFace>
      )}
      {visibleLayouts.length > 0 && (
        <ListRows isOutdated={layouts.isPlaceholderData || isStale}>
          <Stack gap="sm" role={chooseLabel ? 'radiogroup' : undefined} aria-label={chooseLabel}>
            {visibleLayouts.map(renderCard)}
          </Stack>
        </ListRows>
      )}
      {layouts.keptAt === undefined && <ShowMore list={layouts} />}
    </>
  )
}

/** Returns the quick filter that sets exactly this source and this access. Returns '' if there is none. */
function quickOf({ source, access }: LayoutFilters, pageSource: LayoutSource | null): Quick | '' {
  if (source === undefined && access === undefined) return 'all'
  if (source !== undefined && source === pageSource && access === undefined) return 'page'
  return source === undefined && access === 'owner' ? 'mine' : ''
}
