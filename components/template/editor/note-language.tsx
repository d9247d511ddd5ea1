import { NativeSelect } from '@mantine/core'
import { noteLanguages, uncheckedSentence } from '../../../lib/contracts/index.ts'
import { Card } from '../../ui/card.tsx'
import { noteLanguageName } from '../layout-words.ts'

interface NoteLanguageProps {
  /** Undefined: notes are written in the language of the session. */
  value: string | undefined
  /** '' means the language of the session. */
  onChange: (language: string) => void
}

/** The language in which the notes of the template are written (product 2.6). */
export function NoteLanguage({ value = '', onChange }: NoteLanguageProps) {
  // A template that was saved through the API may have a language that is not in the list.
  const codes = [...new Set([...noteLanguages, ...(value === '' ? [] : [value])])]
  const languages = codes.map((code) => ({ value: code, label: noteLanguageName(code) }))
  return (
    <Card>
      <NativeSelect
        label="Language of the note"
        description={[
          'A language model writes notes in this language. Without a language model, notes repeat the words that were said, in the language of the session.',
          ...(value === '' ? [] : [uncheckedSentence(value) ?? '']),
        ].join(' ')}
        data={[
          { value: '', label: noteLanguageName(undefined) },
          ...languages.sort((one, two) => one.label.localeCompare(two.label)),
        ]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Card>
  )
}
