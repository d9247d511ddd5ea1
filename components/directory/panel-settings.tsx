import { NativeSelect, Stack, TagsInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { DirectorySettings } from '../../lib/contracts/index.ts'
import { hostPattern } from '../../lib/contracts/policy.ts'
import { useSharedPorts } from '../ports.tsx'
import { languageName } from '../recording/language-name.ts'
import { Card } from '../ui/card.tsx'

type PanelSettings = Pick<DirectorySettings, 'language' | 'allowedHosts'>

interface PanelSettingsCardProps {
  settings: PanelSettings
  onChange: (part: Partial<PanelSettings>) => void
}

/** The settings that the panel beside the chart obeys: the spoken language and the pages. */
export function PanelSettingsCard({ settings: { language, allowedHosts }, onChange }: PanelSettingsCardProps) {
  const { client } = useSharedPorts()
  const engine = useQuery({
    queryKey: ['transcription'],
    queryFn: ({ signal }) => client.call(userEndpoints.getTranscription, {}, { signal }),
  })
  const languages = [...new Set([language, ...(engine.data?.engine?.languages ?? [])])]
  const wrong = allowedHosts.find((host) => !hostPattern.safeParse(host).success)
  return (
    <Card>
      <Stack gap="sm">
        <Text component="h2" fw={650}>
          Beside the chart
        </Text>
        <NativeSelect
          label="Spoken language"
          description="For members who have not chosen another one."
          maw={360}
          data={languages.map((code) => ({ value: code, label: languageName(code) }))}
          value={language}
          onChange={(event) => onChange({ language: event.currentTarget.value })}
        />
        <TagsInput
          label="Pages that may be read and filled"
          description="Type a host, such as ehr.example or *.ehr.example, and press Enter. None: every page."
          value={allowedHosts}
          onChange={(hosts) => onChange({ allowedHosts: hosts.map((host) => host.trim().toLowerCase()) })}
          error={
            wrong === undefined ? null : `“${wrong}” is no host. Leave out https:// and everything after the host.`
          }
        />
      </Stack>
    </Card>
  )
}
