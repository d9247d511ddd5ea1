import { ActionIcon, Group, Skeleton, Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import type { ReportStatus, ReportSummary } from '../../lib/contracts/index.ts'
import { relativeAge } from '../../lib/report/index.ts'
import { IconTrash } from '../ui/icons.ts'
import { Tag, type Tone } from '../ui/tag.tsx'
import classes from './report-card.module.css'
import { forPatient, isOwn, noteOf, underwayText } from './report-words.ts'

const statuses: Record<Exclude<ReportStatus, keyof typeof underwayText>, { word: string; tone: Tone }> = {
  ready: { word: 'draft', tone: 'plain' },
  failed: { word: 'failed', tone: 'bad' },
  signed: { word: 'signed', tone: 'good' },
}

interface ReportCardProps {
  report: ReportSummary
  /** Milliseconds since 1970. */
  now: number
  /** The link component of this app's router. */
  as: ComponentType<{ href: string; className?: string; children: ReactNode }>
  onDelete: () => void
}

/** A note in a list: title, patient and age (product 2.31). It shimmers while it is being written (product 4.8). */
export function ReportCard({ report, now: nowMs, as: Anchor, onDelete }: ReportCardProps) {
  const { _id, title, status, statusText, createdAt, filledAt } = report
  const isAuthor = isOwn(report)
  const underway = status === 'generating' || status === 'ocr-waiting'
  return (
    <div className={classes.place}>
      <Anchor href={`/reports/${_id}`} className={classes.card}>
        <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
          <Text fw={650}>{title}</Text>
          {!underway && (
            <Tag tone={statuses[status].tone}>
              {filledAt ? `${statuses[status].word}, filled` : statuses[status].word}
            </Tag>
          )}
        </Group>
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {forPatient(report) ?? 'No chart was open when this note was written'}
          </Text>
          <Text size="xs" c="dimmed">
            {relativeAge(Date.parse(createdAt), nowMs)}
          </Text>
        </Group>
        {!isAuthor && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {noteOf(report)}
          </Text>
        )}
        {underway && (
          <div aria-busy="true">
            <Skeleton height={8} radius="xl" my={6} />
            <Text size="xs" c="dimmed">
              {underwayText[status]}
            </Text>
          </div>
        )}
        {status === 'failed' && statusText && (
          <Text size="xs" c="dimmed" mt={4}>
            {statusText}
          </Text>
        )}
      </Anchor>
      {isAuthor && status !== 'signed' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          className={classes.delete}
          aria-label={`Delete ${title}`}
          onClick={onDelete}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </div>
  )
}
