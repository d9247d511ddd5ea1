import { Checkbox, NumberInput, Radio, Stack, Table, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Field } from '../../lib/contracts/index.ts'
import { tableRows } from '../../lib/report/index.ts'
import { LoadingCards } from '../ui/faces.tsx'

const NoteEditor = lazy(async () => ({ default: (await import('../editor/note-editor.tsx')).NoteEditor }))

interface ValueEditorProps {
  field: Field
  value: string[]
  onChange: (value: string[]) => void
  /** Read-only while saving (product 2.25). */
  loading?: boolean
  /** Sets the focus when the editor is ready. */
  autoFocus?: boolean
}

const one = (text: string) => (text.trim() === '' ? [] : [text])

/** The input for a field's type. */
export function ValueEditor(props: ValueEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const { autoFocus = false } = props
  useEffect(() => {
    // In a group, focus the chosen option, otherwise the first one. A text editor sets its focus itself after loading.
    const first = box.current?.querySelector<HTMLInputElement>('input:checked') ?? box.current?.querySelector('input')
    if (autoFocus) first?.focus()
  }, [autoFocus])
  return (
    <div ref={box}>
      <Control {...props} />
    </div>
  )
}

function Control({ field, value, onChange, loading = false, autoFocus = false }: ValueEditorProps) {
  const first = value[0] ?? ''
  const label = field.name
  switch (field.type) {
    case 'string':
    case 'template':
      return (
        <Suspense fallback={<LoadingCards count={1} height={250} />}>
          <NoteEditor
            label={label}
            initial={value.join('\n\n')}
            loading={loading}
            autoFocus={autoFocus}
            onChange={(markdown) => onChange(one(markdown))}
          />
        </Suspense>
      )
    case 'number':
      return <NumberInput aria-label={label} value={first} onChange={(next) => onChange(one(String(next)))} />
    case 'boolean':
      return <Options label={label} options={['Yes', 'No']} value={first} onChange={onChange} />
    case 'single_choice':
      return <Options label={label} options={field.options} value={first} onChange={onChange} />
    case 'multiple_choice':
      return (
        <Checkbox.Group aria-label={label} value={value} onChange={onChange}>
          <Stack gap="xs">
            {field.options.map((option) => (
              <Checkbox key={option} value={option} label={option} />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    case 'date':
      return <Native type="date" label={label} value={first} onChange={(next) => onChange(one(next))} />
    case 'start_time':
    case 'end_time':
      return <Native type="time" label={label} value={first} onChange={(next) => onChange(one(next))} />
    case 'start_end_time': {
      const [start = '', end = ''] = value
      return (
        <Stack gap="xs">
          <Native type="time" label={`${label}, start`} value={start} onChange={(next) => onChange([next, end])} />
          <Native type="time" label={`${label}, end`} value={end} onChange={(next) => onChange([start, next])} />
        </Stack>
      )
    }
    case 'table':
      return <Cells field={field} value={value} onChange={onChange} />
    default:
      // If a field type has no editor above, this line causes a type error that names the type.
      return field satisfies never
  }
}

function Options({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: string[]
  value: string
  onChange: (value: string[]) => void
}) {
  return (
    <Radio.Group aria-label={label} value={value} onChange={(next) => onChange([next])}>
      <Stack gap="xs">
        {options.map((option) => (
          <Radio key={option} value={option} label={option} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function Native({
  type,
  label,
  value,
  onChange,
}: {
  type: 'date' | 'time'
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <TextInput type={type} aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

function Cells({
  field,
  value,
  onChange,
}: {
  field: Extract<Field, { type: 'table' }>
  value: string[]
  onChange: (value: string[]) => void
}) {
  const width = Math.max(1, field.headers.length)
  const cells = value.length > 0 ? value : field.headers.map(() => '')
  return (
    <Table verticalSpacing={4} horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          {field.headers.map((header) => (
            <Table.Th key={header} scope="col">
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tableRows({ headers: field.headers, value: cells }).map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <Table.Tr key={at}>
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
              <Table.Td key={column}>
                <TextInput
                  aria-label={`${field.headers[column] ?? 'Cell'}, row ${at + 1}`}
                  value={cell}
                  onChange={(event) => onChange(cells.with(at * width + column, event.currentTarget.value))}
                />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
