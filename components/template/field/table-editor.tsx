import { ActionIcon, Button, Group, Menu, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldOf, limits } from '../../../lib/contracts/index.ts'
import { tableProblems } from '../../../lib/template/index.ts'
import type { PendingChanges } from '../../editor/rich-editor.tsx'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconDots,
  IconPlus,
  IconTrash,
} from '../../ui/icons.ts'
import classes from './table-editor.module.css'
import {
  addColumn,
  addRow,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  squared,
  type TableShape,
  withCell,
  withHeader,
} from './table-edits.ts'

/** Delay before changes of a table are reported, in milliseconds (product 14.5). */
const changeDelayMs = 500

/** Maximum size of a table (see `field` in the contracts). */
const most = { columns: 100, rows: 1000 } as const

interface TableEditorProps {
  field: FieldOf<'table'>
  onChange: (table: Pick<FieldOf<'table'>, 'headers' | 'rows'>) => void
  pending: PendingChanges
}

/**
 * Editor for headers and cells. The AI fills the empty cells (product 2.12). Alt and an arrow key move a row or a
 * column.
 */
export function TableEditor({ field, onChange, pending }: TableEditorProps) {
  const [table, setTable] = useState<TableShape>(() => squared(field))
  const { headers, rows } = table
  const root = useRef<HTMLDivElement>(null)
  const focusCell = useRef<string | null>(null)
  const tell = useDebouncedCallback(
    (newTable: TableShape) => onChange({ headers: [...newTable.headers], rows: newTable.rows.map((row) => [...row]) }),
    { delay: changeDelayMs, flushOnUnmount: true },
  )
  useEffect(() => pending.add(() => tell.flush()), [pending, tell])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the table, when the moved or added cell is on the page
  useEffect(() => {
    if (focusCell.current !== null)
      root.current?.querySelector<HTMLElement>(`[data-cell="${focusCell.current}"]`)?.focus()
    focusCell.current = null
  }, [table])

  /** Sets the table. `focus` is the cell to focus afterwards; row `h` is the header row. */
  const changeTable = (newTable: TableShape, focus?: { row: number | 'h'; column: number }) => {
    if (newTable === table) return
    if (focus) focusCell.current = `${focus.row}:${focus.column}`
    setTable(newTable)
    tell(newTable)
  }
  const shiftColumn = (row: number | 'h', column: number, by: -1 | 1) => {
    const to = column + by
    if (to >= 0 && to < headers.length) changeTable(moveColumn(table, column, to), { row, column: to })
  }
  const shiftRow = (row: number, column: number, by: -1 | 1) => {
    const to = row + by
    if (to >= 0 && to < rows.length) changeTable(moveRow(table, row, to), { row: to, column })
  }
  const onKeyDown = (row: number | 'h', column: number) => (event: KeyboardEvent) => {
    if (!event.altKey) return
    const columnStep = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    const rowStep = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (columnStep === null && rowStep === null) return
    event.preventDefault()
    if (columnStep !== null) shiftColumn(row, column, columnStep)
    else if (rowStep !== null && row !== 'h') shiftRow(row, column, rowStep)
  }
  const empty = new Set(tableProblems({ ...field, headers: [...headers], rows: [] }).map(({ column }) => column))
  const full = headers.length * (rows.length + 1) > limits.tableCellsMax

  return (
    <div ref={root}>
      <div className={classes.scroll} data-scrolls-sideways>
        <Text className={classes.title} id="table-headers">
          Table Headers
        </Text>
        <fieldset className={classes.row} aria-labelledby="table-headers">
          {headers.map((header, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no id besides its position
            <div key={column} className={classes.cell}>
              <TextInput
                aria-label={`Header ${column + 1}`}
                placeholder="Enter a value"
                error={empty.has(column) && 'Enter a name for this column'}
                data-cell={`h:${column}`}
                maxLength={limits.valueMax}
                value={header}
                onChange={({ currentTarget: { value } }) => changeTable(withHeader(table, column, value))}
                onKeyDown={onKeyDown('h', column)}
                rightSectionPointerEvents="all"
                rightSection={
                  <Moves label={`Column ${column + 1}`}>
                    <Menu.Item
                      leftSection={<IconArrowLeft size={16} />}
                      disabled={column === 0}
                      onClick={() => shiftColumn('h', column, -1)}
                    >
                      Move left
                    </Menu.Item>
                    <Menu.Item
                      leftSection={<IconArrowRight size={16} />}
                      disabled={column === headers.length - 1}
                      onClick={() => shiftColumn('h', column, 1)}
                    >
                      Move right
                    </Menu.Item>
                    <Menu.Item
                      leftSection={<IconTrash size={16} />}
                      disabled={headers.length < 2}
                      onClick={() =>
                        changeTable(removeColumn(table, column), { row: 'h', column: Math.max(0, column - 1) })
                      }
                    >
                      Remove column
                    </Menu.Item>
                  </Moves>
                }
              />
            </div>
          ))}
          <div className={classes.end} />
        </fieldset>
        <Text className={classes.title}>Table Rows</Text>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id besides its position
          <fieldset key={row} className={classes.row} aria-label={`Row ${row + 1}`}>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no id besides its position
              <div key={column} className={classes.cell}>
                <TextInput
                  aria-label={`${headers[column] || `Column ${column + 1}`}, row ${row + 1}`}
                  placeholder="AI will fill this in"
                  data-cell={`${row}:${column}`}
                  maxLength={limits.valueMax}
                  value={cell}
                  onChange={({ currentTarget: { value } }) => changeTable(withCell(table, row, column, value))}
                  onKeyDown={onKeyDown(row, column)}
                />
              </div>
            ))}
            <div className={classes.end}>
              <Moves label={`Row ${row + 1}`}>
                <Menu.Item
                  leftSection={<IconArrowUp size={16} />}
                  disabled={row === 0}
                  onClick={() => shiftRow(row, 0, -1)}
                >
                  Move up
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconArrowDown size={16} />}
                  disabled={row === rows.length - 1}
                  onClick={() => shiftRow(row, 0, 1)}
                >
                  Move down
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconTrash size={16} />}
                  onClick={() =>
                    changeTable(removeRow(table, row), row > 0 ? { row: row - 1, column: 0 } : { row: 'h', column: 0 })
                  }
                >
                  Remove row
                </Menu.Item>
              </Moves>
            </div>
          </fieldset>
        ))}
      </div>
      <Group gap="xs" mt="xs">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={full || rows.length >= most.rows}
          onClick={() => changeTable(addRow(table), { row: rows.length, column: 0 })}
        >
          Add row
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={full || headers.length >= most.columns}
          onClick={() => changeTable(addColumn(table), { row: 'h', column: headers.length })}
        >
          Add column
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt="xs">
        AI will fill in the row cells that are empty. Ensure that the table headers are written out correctly.
      </Text>
    </div>
  )
}

function Moves({ label, children }: { label: string; children: ReactNode }) {
  return (
    // `returnFocus` is off, because the menu items move the focus into the table.
    <Menu
      position="bottom-end"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      // Render into the dialog: inside the scrolling table, the menu would be cut off.
      portalProps={{ target: '[role="dialog"]' }}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={`${label}: move or remove`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
