import { Button, Group, Stack, Table, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { limits } from '../../lib/contracts/limits.ts'
import { Card } from './card.tsx'
import { EmptyFace, FailedFace, LoadingCards } from './faces.tsx'
import { IconSearch } from './icons.ts'
import { ListRows } from './list-rows.tsx'
import classes from './records.module.css'
import type { PageOf } from './use-pages.tsx'
import { useSearch } from './use-search.ts'

export interface Column<Row> {
  label: string
  show: (row: Row) => ReactNode
  /** Keeps the value in one line of the table if the window is wide enough. Set for dates. */
  oneLine?: boolean
  /** On narrow screens, shows the value without its label in the title line of the card. */
  besideTitle?: boolean
}

interface RecordsProps<Row> {
  /** The name of the list for screen readers, such as "People". */
  label: string
  queryKey: readonly unknown[]
  load: (
    query: { offset: number; limit: number; search?: string },
    signal: AbortSignal,
  ) => Promise<Omit<PageOf<Row>, 'offset'>>
  rowKey: (row: Row) => string
  /** The first column is the title of a card on narrow screens. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  actions?: (row: Row) => ReactNode
  /**
   * True if the actions are as small as one icon. On narrow screens they are then shown in the title line of the card.
   * In a line of their own they would make each card 50 px higher.
   */
  smallActions?: boolean
  /** The label of the search box, such as "Email or name". Absent: the list has no search. */
  searchLabel?: string
  empty: { icon: ReactNode; title: string; text: string; action?: ReactNode }
}

const pageSize = limits.pageSizeDefault

/** A list of the portal: a table on wide screens, cards on narrow ones, with search and pages. */
export function Records<Row>(props: RecordsProps<Row>) {
  const { label, queryKey, load, searchLabel, empty } = props
  const [offset, setOffset] = useState(0)
  const { searchText, setSearchText, search, isStale } = useSearch()
  const query = { offset, limit: pageSize, ...(search === '' ? {} : { search }) }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...queryKey, query],
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
  })
  const isOutdated = isPlaceholderData || isStale
  return (
    <Stack gap="sm">
      {searchLabel !== undefined && (
        <TextInput
          label={`Search ${label.toLowerCase()}`}
          placeholder={searchLabel}
          leftSection={<IconSearch size={18} />}
          maw={360}
          value={searchText}
          onChange={(event) => {
            setSearchText(event.currentTarget.value)
            setOffset(0)
          }}
        />
      )}
      {error !== null && data === undefined ? (
        <FailedFace error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingCards count={4} height={56} />
      ) : data.items.length === 0 ? (
        search === '' ? (
          <EmptyFace
            icon={empty.icon}
            title={empty.title}
            action={empty.action && <div data-empty-action>{empty.action}</div>}
          >
            {empty.text}
          </EmptyFace>
        ) : (
          <Text role="status">No match for “{search}”.</Text>
        )
      ) : (
        <>
          <ListRows isOutdated={isOutdated}>
            <Rows {...props} rows={data.items} />
          </ListRows>
          <Pages page={data} offset={offset} busy={isOutdated} onOffset={setOffset} />
        </>
      )}
    </Stack>
  )
}

function Rows<Row>(props: RecordsProps<Row> & { rows: Row[] }) {
  const { label, rows, rowKey, columns, actions } = props
  return (
    <>
      <Card className={classes.wide}>
        <Table className={classes.table} verticalSpacing="xs" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.label} scope="col" data-one-line={column.oneLine || undefined}>
                  {column.label}
                </Table.Th>
              ))}
              {actions && (
                <Table.Th scope="col">
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={rowKey(row)}>
                {columns.map((column) => (
                  <Table.Td key={column.label} data-one-line={column.oneLine || undefined}>
                    {column.show(row)}
                  </Table.Td>
                ))}
                {actions && <Table.Td align="right">{actions(row)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Card>
      <ul className={classes.narrow} aria-label={label}>
        {rows.map((row) => (
          <li key={rowKey(row)}>
            <RowCard row={row} {...props} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** One row on a narrow screen: its title line, the other columns, and its actions. */
function RowCard<Row>({ row, columns, actions, smallActions = false }: RecordsProps<Row> & { row: Row }) {
  const [title, ...rest] = columns
  const sideColumns = rest.filter(({ besideTitle }) => besideTitle)
  return (
    <Card>
      <Stack gap="xs">
        <div className={classes.head} data-beside={sideColumns.length > 0 || undefined}>
          <Text component="div" fw={650} className={classes.title}>
            {title.show(row)}
          </Text>
          {sideColumns.map(({ label, show }) => (
            <div key={label}>{show(row)}</div>
          ))}
          {smallActions && actions?.(row)}
        </div>
        <Facts row={row} columns={rest.filter(({ besideTitle }) => !besideTitle)} />
        {actions && !smallActions && <Group justify="flex-end">{actions(row)}</Group>}
      </Stack>
    </Card>
  )
}

/**
 * The lines of a card below its title: the label and the value of each column. Columns without a value are left out.
 */
function Facts<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns
    .map(({ label, show }) => ({ label, shown: show(row) }))
    .filter(({ shown: content }) => content !== '' && content !== undefined && content !== null)
    .map(({ label, shown: content }) => (
      <dl key={label} className={classes.fact}>
        <dt>{label}</dt>
        <dd>{content}</dd>
      </dl>
    ))
}

interface PagesProps {
  page: Omit<PageOf<unknown>, 'offset'>
  offset: number
  busy: boolean
  onOffset: (offset: number) => void
}

/** The place of the page in the whole list, and the buttons for the pages before and after it. */
function Pages({ page: { items, total, more: hasMore }, offset, busy, onOffset }: PagesProps) {
  const last = offset + items.length
  const count = hasMore === true ? `more than ${total.toLocaleString('en')}` : total.toLocaleString('en')
  const place = `${offset + 1} to ${last} of ${count}`
  // If there is only one page, only screen readers get this text: it says how many rows a search has found.
  if (offset === 0 && last >= total && hasMore !== true) return <VisuallyHidden role="status">{place}</VisuallyHidden>
  return (
    <Group justify="space-between" gap="xs">
      <Text c="dimmed" size="xs" role="status">
        {place}
      </Text>
      <Group gap="xs">
        <Button
          size="sm"
          variant="default"
          disabled={offset === 0 || busy}
          onClick={() => onOffset(Math.max(0, offset - pageSize))}
        >
          Previous
        </Button>
        <Button
          size="sm"
          variant="default"
          disabled={items.length < pageSize || busy}
          onClick={() => onOffset(offset + pageSize)}
        >
          Next
        </Button>
      </Group>
    </Group>
  )
}
