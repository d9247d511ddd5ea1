import { Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import type { DirectorySettings, ListedConsent } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { useSharedPorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { timeWords } from '../ui/dates.ts'
import { IconHistory } from '../ui/icons.ts'
import { Records } from '../ui/records.tsx'
import { consentVersion } from './settings-draft.ts'

type Consent = DirectorySettings['consent']

interface ConsentSettingsProps {
  consent: Consent
  stored: Consent
  onConsent: (consent: Consent) => void
}

/** The card that sets whether and how patients are asked for their consent before a recording (product 13.7). */
export function ConsentSettings({ consent, stored: storedConsent, onConsent }: ConsentSettingsProps) {
  return (
    <Card>
      <Stack gap="sm">
        <Text component="h2" fw={650}>
          Consent
        </Text>
        <Checkbox
          label="Record a session only after the patient has agreed"
          description="Before each recording, the clinician confirms that the patient has agreed. A dictation needs no agreement."
          checked={consent.required}
          onChange={(event) => onConsent({ ...consent, required: event.currentTarget.checked })}
        />
        <Textarea
          label="What the clinician confirms"
          description={`Version ${consent.version}. If you leave this empty, Chartside uses its own text.`}
          autosize
          minRows={2}
          maxLength={limits.instructionsMax}
          value={consent.text}
          onChange={(event) => {
            const text = event.currentTarget.value
            onConsent({ ...consent, text, version: consentVersion(text, storedConsent) })
          }}
        />
      </Stack>
    </Card>
  )
}

/** The recordings of the organisation with their consents. The list shows neither patients nor titles. */
export function ConsentList({ directoryId }: { directoryId: string }) {
  const { client } = useSharedPorts()
  return (
    <Stack gap="sm" mt="md">
      <Text component="h2" fw={650}>
        Recordings and consents
      </Text>
      <Records<ListedConsent>
        label="Recordings and consents"
        queryKey={['directories', 'consents', directoryId]}
        load={({ offset, limit }, signal) =>
          client.call(
            directoryEndpoints.listDirectoryConsents,
            { params: { directoryId }, query: { offset, limit } },
            { signal },
          )
        }
        rowKey={({ transcriptId }) => transcriptId}
        columns={[
          { label: 'Recorded', show: ({ recordedAt }) => timeWords(recordedAt) },
          {
            label: 'Consent',
            show: ({ consent }) =>
              consent === null ? 'None' : `${timeWords(consent.at)}, text ${consent.textVersion}`,
          },
          {
            label: 'Confirmed by',
            show: ({ consent }) => (consent === null ? '' : (consent.by ?? 'A deleted account')),
          },
          { label: 'Recording', show: ({ transcriptId }) => <Text size="xs">{transcriptId}</Text> },
        ]}
        empty={{
          icon: <IconHistory size={24} />,
          title: 'No recording',
          text: 'No session was recorded in this organisation yet. The consents appear here after the first recording.',
        }}
      />
    </Stack>
  )
}
