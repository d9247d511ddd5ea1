import { NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../ui/card.tsx'
import { type FoundSpeaker, speakerRoles } from './found-speakers.ts'

interface SpeakerRolesProps {
  speakers: readonly FoundSpeaker[]
  /** Rejects if the server did not save the role. */
  save: (speaker: FoundSpeaker, role: FoundSpeaker['role']) => Promise<void>
}

/** The speakers of a transcript. The user says who each of them is before a note is written (product 9.37). */
export function SpeakerRoles({ speakers, save }: SpeakerRolesProps) {
  const [saving, setSaving] = useState(false)
  const hasUnknown = speakers.some(({ role }) => role === null)

  async function choose(speaker: FoundSpeaker, value: string) {
    setSaving(true)
    // The caller has shown the error.
    await save(speaker, speakerRoles.find((role) => role === value) ?? null).catch(() => {})
    setSaving(false)
  }

  return (
    <Card>
      <Stack gap="xs">
        <Title order={2} size="h5">
          Who speaks
        </Title>
        {hasUnknown && <Text size="sm">Say who each person is. The note is written with it.</Text>}
        {speakers.map((speaker) => (
          <NativeSelect
            key={speaker.name}
            label={speaker.name}
            description={`“${speaker.sample}”`}
            value={speaker.role ?? ''}
            disabled={saving}
            data={[{ value: '', label: 'Not known' }, ...speakerRoles]}
            onChange={({ currentTarget }) => void choose(speaker, currentTarget.value)}
          />
        ))}
      </Stack>
    </Card>
  )
}
