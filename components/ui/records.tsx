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
  /** Buttons or a menu for one row. */
  actions?: (row: Row) => ReactNode
  /** The label of the search box, such as "Email or name". Absent: the list has no search. */
  searchLabel?: string
  empty: { icon: ReactNode; title: string; text: string; action?: ReactNode }
}

const pageSize = limits.pageSizeDefault

/** A list of the portal: a table on wide screens, cards on narrow ones, with search and pages. */
export function Records<Row>(props: RecordsProps<Row>) {
  const { label, queryKey, load, searchLabel, empty } = props
  const [offset, setOffset] = useState(0)
  const { typed, setTyped, search, isStale } = useSearch()
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
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
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
          <EmptyFace icon={empty.icon} title={empty.title} action={empty.action}>
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

function Rows<Row>({ label, rows, rowKey, columns, actions }: RecordsProps<Row> & { rows: Row[] }) {
  const [title, ...rest] = columns
  return (
    <>
      <Card className={classes.wide}>
        <Table className={classes.table} verticalSpacing="xs">
          <Table.Caption>
            <VisuallyHidden>{label}</VisuallyHidden>
          </Table.Caption>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.label} scope="col">
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
                  <Table.Td key={column.label}>{column.show(row)}</Table.Td>
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
            <Card>
              <Stack gap="xs">
                <Text component="div" fw={650} style={{ overflowWrap: 'anywhere' }}>
                  {title.show(row)}
                </Text>
                <Facts row={row} columns={rest} />
                {actions && <Group justify="flex-end">{actions(row)}</Group>}
              </Stack>
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * The lines of a card below its title: the label and the value of each column. Columns without a value are left out.
 */
function Facts<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns
    .map(({ label, show }) => ({ label, shown: show(row) }))
    .filter(({ shown }) => shown !== '' && shown !== undefined && shown !== null)
    .map(({ label, shown }) => (
      <dl key={label} className={classes.fact}>
        <dt>{label}</dt>
        <dd>{shown}</dd>
      </dl>
    ))
}

interface PagesProps {
  page: Omit<PageOf<unknown>, 'offset'>
  offset: number
  busy: boolean
  onOffset: (offset: number) => void
}

function Pages({ page: { items, total, more }, offset, busy, onOffset }: PagesProps) {
  const last = offset + items.length
  const count = more === true ? `more than ${total.toLocaleString('en')}` : total.toLocaleString('en')
  return (
    <Group justify="space-between" gap="xs">
      <Text c="dimmed" size="xs" role="status">
        {offset + 1} to {last} of {count}
      </Text>
      {(offset > 0 || last < total || more === true) && (
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
      )}
    </Group>
  )
}
