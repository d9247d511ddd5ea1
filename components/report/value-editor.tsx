import { Button, Checkbox, NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Field } from '../../lib/contracts/index.ts'
import { LoadingCards } from '../ui/faces.tsx'
import { CellsEditor } from './cells-editor.tsx'

const NoteEditor = lazy(async () => ({ default: (await import('../editor/note-editor.tsx')).NoteEditor }))

interface ValueEditorProps {
  field: Field
  value: string[]
  onChange: (value: string[]) => void
  /** Read-only while saving (product 2.25). */
  loading?: boolean
  autoFocus?: boolean
}

const one = (text: string) => (text.trim() === '' ? [] : [text])

export function ValueEditor(props: ValueEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const { autoFocus = false } = props
  useEffect(() => {
    // If the control has several inputs, focus the chosen option, or else the first input. A text editor is not focused
    // here, because it sets the focus itself after loading.
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
      return <NumberInput aria-label={label} value={first} onChange={(newValue) => onChange(one(String(newValue)))} />
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
      return <Native type="date" label={label} value={first} onChange={(newValue) => onChange(one(newValue))} />
    case 'start_time':
    case 'end_time':
      return <Native type="time" label={label} value={first} onChange={(newValue) => onChange(one(newValue))} />
    case 'start_end_time': {
      const [start = '', end = ''] = value
      return (
        <Stack gap="xs">
          <Native
            type="time"
            label={`${label}, start`}
            value={start}
            onChange={(newValue) => onChange([newValue, end])}
          />
          <Native
            type="time"
            label={`${label}, end`}
            value={end}
            onChange={(newValue) => onChange([start, newValue])}
          />
        </Stack>
      )
    }
    case 'table':
      return <CellsEditor field={field} value={value} onChange={onChange} />
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
  const group = useRef<HTMLDivElement>(null)
  const clear = () => {
    onChange([])
    // The clear button disappears. Without a new focus, keyboard users would start again at the top of the page.
    group.current?.querySelector('input')?.focus()
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Radio.Group ref={group} aria-label={label} value={value} onChange={(newValue) => onChange([newValue])}>
        <Stack gap="xs">
          {options.map((option) => (
            <Radio key={option} value={option} label={option} />
          ))}
        </Stack>
      </Radio.Group>
      {/* A chosen radio button cannot be cleared by pressing it again, so this button clears the choice. */}
      {value !== '' && (
        <Button size="xs" variant="subtle" onClick={clear}>
          Clear the choice
        </Button>
      )}
    </Stack>
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
