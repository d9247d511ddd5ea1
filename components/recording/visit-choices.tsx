import { Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { languageName, uncheckedSentence } from '../../lib/contracts/index.ts'

interface VisitChoicesProps {
  telehealth: boolean
  /** False: there is no tab whose sound can be recorded. */
  tabThere: boolean
  /** Why the organisation does not allow recording a tab, or null. */
  tabRefusal: string | null
  onTelehealth: (on: boolean) => void
  language: string
  /** The languages that the server's speech engine supports. */
  languages: readonly string[]
  onLanguage: (code: string) => void
}

/** Choices before a recording: in the room (one microphone) or a call in the tab, and the language. */
export function VisitChoices(props: VisitChoicesProps) {
  const { telehealth, tabThere, tabRefusal, onTelehealth, language, languages, onLanguage } = props
  const unchecked = uncheckedSentence(language)
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <SegmentedControl
          size="xs"
          flex="none"
          aria-label="Where the visit takes place"
          data={[
            { value: 'room', label: 'In the room' },
            { value: 'telehealth', label: 'Telehealth', disabled: !tabThere || tabRefusal !== null },
          ]}
          value={telehealth ? 'telehealth' : 'room'}
          onChange={(value) => onTelehealth(value === 'telehealth')}
        />
        {languages.length > 1 && (
          <NativeSelect
            size="xs"
            miw={0}
            aria-label="Spoken language"
            data={languages.map((code) => ({ value: code, label: languageName(code) }))}
            value={language}
            onChange={(event) => onLanguage(event.currentTarget.value)}
          />
        )}
      </Group>
      {unchecked !== null && (
        <Text size="xs" c="dimmed">
          {unchecked}
        </Text>
      )}
    </Stack>
  )
}
