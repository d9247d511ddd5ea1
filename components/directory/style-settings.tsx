import { Stack, Text } from '@mantine/core'
import type { WritingStyle } from '../../lib/contracts/index.ts'
import { StyleFields } from '../account/style-fields.tsx'
import { StylePreview } from '../account/style-preview.tsx'
import { Card } from '../ui/card.tsx'

interface StyleSettingsProps {
  style: WritingStyle
  onStyle: (style: WritingStyle) => void
}

export function StyleSettings({ style, onStyle }: StyleSettingsProps) {
  return (
    <Card>
      <Stack gap="sm">
        <Text component="h2" fw={650}>
          Writing style
        </Text>
        <Text size="xs" c="dimmed">
          How the language model words notes. Each member can choose another style. The phrases and terms apply to all.
        </Text>
        <StyleFields style={style} onStyle={onStyle} />
        <StylePreview style={style} />
      </Stack>
    </Card>
  )
}
