import { NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DirectorySettings, languageName, uncheckedSentence } from '../../lib/contracts/index.ts'
import { hostPattern } from '../../lib/contracts/policy.ts'
import { useSharedPorts } from '../ports.tsx'
import { speechEngineQuery } from '../recording/speech-engine.ts'
import { Card } from '../ui/card.tsx'
import { linesIn } from '../ui/lines.ts'

type PanelSettings = Pick<DirectorySettings, 'language' | 'allowedHosts'>

interface PanelSettingsCardProps {
  settings: PanelSettings
  onChange: (part: Partial<PanelSettings>) => void
}

/**
 * Shows the organisation's settings for the side panel: the default spoken language, and the hosts whose pages the
 * panel may read and fill.
 */
export function PanelSettingsCard({ settings: { language, allowedHosts }, onChange }: PanelSettingsCardProps) {
  const { client } = useSharedPorts()
  // The typed text, one host per line. It is needed in addition to the list of hosts: the list has no empty lines, so
  // an input that shows only the list would remove a new line at once.
  const [text, setText] = useState(allowedHosts.join('\n'))
  const engine = useQuery(speechEngineQuery(client))
  const languages = [...new Set([language, ...(engine.data?.engine?.languages ?? [])])]
  const invalidHost = allowedHosts.find((host) => !hostPattern.safeParse(host).success)
  return (
    <Card>
      <Stack gap="sm">
        <Text component="h2" fw={650}>
          Beside the chart
        </Text>
        <NativeSelect
          label="Spoken language"
          description={`The language for members who have not chosen a language themselves. ${uncheckedSentence(language) ?? ''}`}
          maw={360}
          data={languages.map((code) => ({ value: code, label: languageName(code) }))}
          value={language}
          onChange={(event) => onChange({ language: event.currentTarget.value })}
        />
        <Textarea
          label="Pages that may be read and filled"
          description="One host name in each line, such as ehr.example or *.ehr.example. If you leave this empty, every page is allowed."
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            onChange({ allowedHosts: linesIn(event.currentTarget.value.toLowerCase()) })
          }}
          error={
            invalidHost === undefined
              ? null
              : `“${invalidHost}” is not a host name. Leave out https:// and everything after the host.`
          }
        />
      </Stack>
    </Card>
  )
}
