import { SegmentedControl, Text } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { colorSchemeWords } from './color-schemes.ts'
import type { ColorScheme, SettingsPort } from './settings-port.ts'

export function LookCard({ settings, colorScheme }: { settings: SettingsPort; colorScheme: ColorScheme }) {
  return (
    <Card>
      <Text fw={650} mb={8} id="look">
        Look
      </Text>
      <SegmentedControl
        fullWidth
        // With the default padding, the labels do not fit into a panel of 320 px with a scroll bar.
        styles={{ label: { paddingInline: 4 } }}
        aria-labelledby="look"
        data={colorSchemeWords}
        value={colorScheme}
        onChange={(value) => void settings.update({ colorScheme: value as ColorScheme })}
      />
    </Card>
  )
}
