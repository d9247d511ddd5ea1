import { ActionIcon, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Field, Result } from '../../lib/contracts/index.ts'
import type { NoteSection } from '../../lib/report/index.ts'
import { Card } from '../ui/card.tsx'
import { LoadingCards } from '../ui/faces.tsx'
import { IconPencil } from '../ui/icons.ts'
import { Tag } from '../ui/tag.tsx'
import { EvidenceList } from './evidence.tsx'
import { cardStateOf, emptyText, stateWords, unsureText } from './report-words.ts'
import { ValueView } from './value-view.tsx'

const ValueEditor = lazy(async () => ({ default: (await import('./value-editor.tsx')).ValueEditor }))

interface FieldCardProps {
  section: NoteSection
  field: Field | undefined
  /** Absent while it is being written. */
  result: Result | undefined
  turns: string[]
  patientName: string
  /** Absent: not to be edited now. Rejects when the server would not keep it. */
  onSave?: ((value: string[]) => Promise<void>) | undefined
}

/** One field of the note: its value, its state, the words it stands on. */
export function FieldCard({ section, field, result, turns, patientName, onSave }: FieldCardProps) {
  const [editing, setEditing] = useState<string[] | null>(null)
  const [saving, setSaving] = useState(false)
  if (!result) return <WaitingCard label={section.label} />
  const { word, tone } = stateWords[cardStateOf(result)]
  const empty = section.layout === 'empty'

  async function save(value: string[]) {
    setSaving(true)
    try {
      await onSave?.(value)
      setEditing(null)
    } catch {
      // Whoever saves says why; what was typed stays here.
    } finally {
      setSaving(false)
    }
  }

  return (
    <Card role="group" aria-label={section.label}>
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={4} align="flex-start">
        <Text component="h2" fw={650}>
          {section.label}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Tag tone={tone}>{word}</Tag>
          {onSave && field && editing === null && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={`Edit ${section.label}`}
              onClick={() => setEditing([...section.value])}
            >
              <IconPencil size={16} />
            </ActionIcon>
          )}
        </Group>
      </Group>
      {editing !== null && field ? (
        <Stack gap="xs">
          <Suspense fallback={<LoadingCards count={1} height={80} />}>
            <ValueEditor field={field} value={editing} onChange={setEditing} />
          </Suspense>
          <Group justify="flex-end" gap="xs">
            <Button size="sm" variant="default" onClick={() => setEditing(null)}>
              Cancel
            </Button>
            <Button size="sm" loading={saving} onClick={() => void save(editing)}>
              Save
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap={8} align="stretch">
          {empty ? (
            <Text c="dimmed">{result.state === 'not_discussed' ? emptyText : unsureText}</Text>
          ) : (
            <ValueView section={section} field={field} flags={result.flags} />
          )}
          {result.flags.map(({ reason, text }) => (
            <Text key={reason + text} size="xs" c="dimmed">
              {reason}
            </Text>
          ))}
          <EvidenceList evidence={result.evidence} turns={turns} patientName={patientName} label={section.label} />
        </Stack>
      )}
    </Card>
  )
}

function WaitingCard({ label }: { label: string }) {
  return (
    <Card aria-busy="true">
      <Text component="h2" fw={650} mb={8}>
        {label}
      </Text>
      <Skeleton height={12} mb={6} />
      <Skeleton height={12} width="70%" />
    </Card>
  )
}
