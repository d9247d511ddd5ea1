import { ActionIcon, Button, Stack, Table, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Field } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { tableRows } from '../../lib/report/index.ts'
import { IconPlus, IconTrash } from '../ui/icons.ts'
import classes from './cells-editor.module.css'

interface CellsEditorProps {
  field: Extract<Field, { type: 'table' }>
  value: string[]
  onChange: (value: string[]) => void
}

/** Edits the cells of a table. Rows can be added and removed. */
export function CellsEditor({ field: { headers }, value, onChange }: CellsEditorProps) {
  const width = Math.max(1, headers.length)
  const empty = headers.map(() => '')
  const cells = value.length > 0 ? value : empty
  const rows = tableRows({ headers, value: cells })
  const box = useRef<HTMLDivElement>(null)
  /** The row whose first cell gets the focus after the table has changed. */
  const focusRow = useRef<number | null>(null)
  useEffect(() => {
    if (focusRow.current === null) return
    box.current?.querySelector<HTMLInputElement>(`[data-first-of="${focusRow.current}"]`)?.focus()
    focusRow.current = null
  })

  function add() {
    focusRow.current = rows.length
    onChange([...cells, ...empty])
  }
  function remove(row: number) {
    focusRow.current = Math.max(0, Math.min(row, rows.length - 2))
    onChange(rows.length === 1 ? [] : cells.toSpliced(row * width, width))
  }
  const isBlank = rows.length === 1 && cells.every((cell) => cell === '')
  return (
    <Stack gap="xs" align="flex-start" ref={box} className={classes.box}>
      <Table verticalSpacing={4} horizontalSpacing={4} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {headers.map((header) => (
              <Table.Th key={header} scope="col">
                {header}
              </Table.Th>
            ))}
            <Table.Th w={40}>
              <VisuallyHidden>Remove</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id besides its position
            <Table.Tr key={at}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no id besides its position
                <Table.Td key={column}>
                  <Text size="xs" c="dimmed" aria-hidden className={classes.header}>
                    {headers[column]}
                  </Text>
                  <TextInput
                    aria-label={`${headers[column] ?? 'Cell'}, row ${at + 1}`}
                    data-first-of={column === 0 ? at : undefined}
                    value={cell}
                    onChange={(event) => onChange(cells.with(at * width + column, event.currentTarget.value))}
                  />
                </Table.Td>
              ))}
              <Table.Td className={classes.remove}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  aria-label={`Remove row ${at + 1}`}
                  disabled={isBlank}
                  onClick={() => remove(at)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={cells.length + width > limits.tableCellsMax}
        onClick={add}
      >
        Add a row
      </Button>
    </Stack>
  )
}
