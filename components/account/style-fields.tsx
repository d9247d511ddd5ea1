import { NativeSelect, SimpleGrid, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { WritingStyle } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { linesIn } from '../ui/lines.ts'
import { type ChosenSetting, chosenSettings, optionWords, styleWords } from './style-words.ts'

interface StyleFieldsProps {
  style: WritingStyle
  onStyle: (style: WritingStyle) => void
  defaults?: WritingStyle
}

export function StyleFields({ style, onStyle, defaults = {} }: StyleFieldsProps) {
  function set<Setting extends keyof WritingStyle>(setting: Setting, value: WritingStyle[Setting]) {
    const { [setting]: _, ...others } = style
    onStyle(value === undefined ? others : { ...others, [setting]: value })
  }
  const unset = (setting: ChosenSetting) => {
    const inherited = optionWords(defaults, setting)
    return inherited === undefined ? 'Not set' : `As in the organisation: ${inherited}`
  }
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {chosenSettings.map((setting) => (
          <NativeSelect
            key={setting}
            label={styleWords[setting].label}
            data={[
              { value: '', label: unset(setting) },
              ...Object.entries(styleWords[setting].options).map(([value, label]) => ({ value, label })),
            ]}
            value={style[setting] ?? ''}
            onChange={(event) => set(setting, (event.currentTarget.value || undefined) as WritingStyle[ChosenSetting])}
          />
        ))}
      </SimpleGrid>
      <Phrases
        label="Phrases that no note may contain"
        description="One phrase in each line. If the language model uses one, it is asked again, and the phrase is marked."
        phrases={style.forbidden ?? []}
        onPhrases={(forbidden) => set('forbidden', forbidden.length === 0 ? undefined : forbidden)}
      />
      <Phrases
        label="Spelling of terms"
        description="One name or term in each line, as it must be spelled. Speech recognition often misspells names."
        phrases={style.terms ?? []}
        onPhrases={(terms) => set('terms', terms.length === 0 ? undefined : terms)}
      />
    </Stack>
  )
}

const phrasesIn = (text: string): string[] => [...new Set(linesIn(text))]

interface PhrasesProps {
  label: string
  description: string
  phrases: readonly string[]
  onPhrases: (phrases: string[]) => void
}

function Phrases({ label, description, phrases, onPhrases }: PhrasesProps) {
  // The typed text has empty lines, which the list of phrases does not have.
  const [text, setText] = useState(phrases.join('\n'))
  const lines = phrasesIn(text)
  const error =
    lines.length > limits.stylePhrasesMax
      ? `Enter at most ${limits.stylePhrasesMax} lines.`
      : lines.some((line) => line.length > limits.nameMax)
        ? `A line may have at most ${limits.nameMax} characters.`
        : null
  return (
    <Textarea
      label={label}
      description={description}
      autosize
      minRows={2}
      maxRows={8}
      error={error}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onPhrases(phrasesIn(event.currentTarget.value))
      }}
    />
  )
}
