import { ActionIcon, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { IconSearch } from '../../ui/icons.ts'
import classes from './template-editor.module.css'

/** Delay before typed text is applied, in milliseconds. */
const searchDelayMs = 300

interface FieldSearchProps {
  /** Called with the search text. '' shows all fields. */
  onSearch: (text: string) => void
}

/**
 * A search box. If it becomes empty, all fields are shown at once. Typed text is searched after a delay, or at once on
 * submit or click (product 2.8).
 */
export function FieldSearch({ onSearch }: FieldSearchProps) {
  const [inputText, setInputText] = useState('')

  useEffect(() => {
    const text = inputText.trim()
    if (text === '') return onSearch('')
    const timer = setTimeout(() => onSearch(text), searchDelayMs)
    return () => clearTimeout(timer)
  }, [inputText, onSearch])

  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch(inputText.trim())
  }

  return (
    <search className={classes.search}>
      <form onSubmit={submit}>
        <TextInput
          type="search"
          aria-label="Search fields"
          placeholder="Search fields"
          autoComplete="off"
          value={inputText}
          onChange={(event) => setInputText(event.currentTarget.value)}
          data-own-undo
          rightSection={
            <ActionIcon type="submit" variant="subtle" color="gray" size={32} aria-label="Search">
              <IconSearch size={16} />
            </ActionIcon>
          }
          rightSectionWidth={40}
        />
      </form>
    </search>
  )
}
