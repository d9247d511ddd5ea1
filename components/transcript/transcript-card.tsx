import { Group, Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import type { TranscriptSummary } from '../../lib/contracts/index.ts'
import { relativeAge } from '../../lib/report/index.ts'
import { lengthText } from '../recording/recovery-words.ts'
import classes from '../report/report-card.module.css'
import { forPatient } from '../report/report-words.ts'
import { Tag } from '../ui/tag.tsx'
import { isBeingRead, statusWords } from './transcript-words.ts'

interface TranscriptCardProps {
  transcript: TranscriptSummary
  /** The present time in milliseconds since 1970, from which the age of the transcript is computed. */
  nowMs: number
  /** The link component of the router, with which a click shows the transcript without loading the page again. */
  as: ComponentType<{ href: string; className?: string; children: ReactNode }>
}

/** A transcript in a list: title, patient, duration and age. */
export function TranscriptCard({ transcript, nowMs, as: Anchor }: TranscriptCardProps) {
  const { id, title, duration, createdAt, status } = transcript
  const statusWord = statusWords[status]
  return (
    <Anchor href={`/transcripts/${id}`} className={classes.card}>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        <Text fw={650}>{title}</Text>
        {statusWord && <Tag tone={statusWord.tone}>{statusWord.word}</Tag>}
      </Group>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {[
            forPatient(transcript) ?? 'Without a chart',
            duration > 0 ? lengthText(duration * 1000) : isBeingRead(transcript) ? 'file' : 'text',
          ].join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          {relativeAge(Date.parse(createdAt), nowMs)}
        </Text>
      </Group>
    </Anchor>
  )
}
