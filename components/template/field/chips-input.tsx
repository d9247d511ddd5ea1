import { ActionIcon, Autocomplete, Text } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { IconPlus, IconX } from '../../ui/icons.ts'
import classes from './field.module.css'

interface ChipsInputProps {
  label: string
  placeholder: string
  values: readonly string[]
  /** Returns the values with the typed value added, or the same values if the typed value is not accepted. */
  added: (values: readonly string[], typed: string) => readonly string[]
  onChange: (values: string[]) => void
  suggestions?: readonly string[]
  maxLength: number
}

/** A list of values: typed, pasted line by line, added with Enter or the plus button, and removed one by one. */
export function ChipsInput(props: ChipsInputProps) {
  const { label, placeholder, values, added: addValue, onChange, suggestions = [], maxLength } = props
  const [inputText, setInputText] = useState('')
  const [note, setNote] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  /**
   * True while the event that chooses a suggestion is handled. For this event, Mantine also calls `onChange` with the
   * text of the suggestion, and `onKeyDown` if the Enter key chose it. These two calls must do nothing with the
   * suggestion, because `onOptionSubmit` has added it already.
   */
  const submitted = useRef(false)

  const add = (lines: readonly string[]) => {
    const words = lines.map((line) => line.trim()).filter(Boolean)
    const longLines = words.filter((line) => line.length > maxLength)
    const newValues = words.filter((line) => line.length <= maxLength).reduce(addValue, values)
    const knownLines = words.filter((line) => values.includes(line))
    setNote(
      longLines.length > 0
        ? `An entry can have at most ${maxLength} characters. ${longLines.length === 1 ? '1 entry was' : `${longLines.length} entries were`} not added.`
        : knownLines.length > 0
          ? `“${knownLines[0]}” is there already.`
          : newValues.length < values.length + new Set(words).size
            ? 'The list is full. Remove an entry first.'
            : '',
    )
    if (newValues !== values) onChange([...newValues])
    setInputText('')
  }
  const remove = (at: number) => {
    onChange(values.toSpliced(at, 1))
    setNote('')
  }
  /**
   * Removes a value. Moves the focus to the next value, to the previous value if there is no next one, or to the text
   * box if no value is left. The React keys of the values are their positions, so after the next render the element
   * `buttons[at]` belongs to the next value.
   */
  const removeHere = (at: number) => {
    remove(at)
    const buttons = root.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
    const nextButton = at < values.length - 1 ? buttons[at] : buttons[at - 1]
    ;(nextButton ?? input.current)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && inputText === '' && values.length > 0) remove(values.length - 1)
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!submitted.current) add([inputText])
  }
  const onOptionSubmit = (option: string) => {
    submitted.current = true
    queueMicrotask(() => {
      submitted.current = false
    })
    add([option])
  }
  const onPaste = (event: ClipboardEvent) => {
    const lines = event.clipboardData.getData('text').split(/\r?\n/)
    if (lines.filter((line) => line.trim()).length < 2) return
    event.preventDefault()
    add([inputText, ...lines])
  }

  return (
    <div ref={root}>
      <div className={classes.typing}>
        <Autocomplete
          ref={input}
          label={label}
          placeholder={placeholder}
          flex={1}
          data={suggestions.filter((each) => !values.includes(each))}
          value={inputText}
          maxLength={maxLength}
          onChange={(text) => {
            if (!submitted.current) setInputText(text)
          }}
          onOptionSubmit={onOptionSubmit}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <ActionIcon
          variant="light"
          size={36}
          aria-label={`Add to ${label.toLowerCase()}`}
          disabled={inputText.trim() === ''}
          onClick={() => {
            add([inputText])
            input.current?.focus()
          }}
        >
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      </div>
      {values.length > 0 && (
        <ul className={classes.chips} aria-label={`${label}, added`}>
          {values.map((value, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two values may be equal
            <li key={at} className={classes.chip}>
              <span>{value}</span>
              <button
                type="button"
                data-remove
                className={classes.remove}
                aria-label={`Remove ${value}`}
                onClick={() => removeHere(at)}
                onKeyDown={(event) => {
                  if (event.key === 'Delete' || event.key === 'Backspace') removeHere(at)
                }}
              >
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Text size="xs" c="dimmed" role="status" mt={note ? 4 : 0}>
        {note}
      </Text>
    </div>
  )
}
