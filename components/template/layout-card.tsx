import { Group, Skeleton, Stack, Text, Tooltip } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'wouter'
import type { Layout, LayoutAccess } from '../../lib/contracts/index.ts'
import { layoutAccess } from '../../lib/template/index.ts'
import { IconEye, IconInfoCircle, IconPencil, IconUser, IconWorld } from '../ui/icons.ts'
import { Tag } from '../ui/tag.tsx'
import classes from './layout-card.module.css'
import { accessSentences, creditText, generatingText, sourceText, tooltipLines } from './layout-words.ts'

const accessIcons: Record<LayoutAccess, ComponentType<{ size: number }>> = {
  owner: IconUser,
  editor: IconPencil,
  public: IconWorld,
  viewer: IconEye,
}

interface LayoutCardProps {
  layout: Layout
  email: string
  chosen?: boolean
  /** Called when the card is chosen. Without `onChoose` and `href`, the card is only shown. */
  onChoose?: () => void
  href?: string
  menu?: ReactNode
}

/** One template: name, description, cost and access (product 2.26). */
export function LayoutCard({ layout, email, chosen: isChosen = false, onChoose, href, menu }: LayoutCardProps) {
  if (layout.status === 'generating') return <GeneratingCard layout={layout} />
  const hasFailed = layout.status === 'failed'
  const access = layoutAccess(layout, email)
  const AccessIcon = accessIcons[access]
  return (
    <div
      className={classes.card}
      data-chosen={isChosen || undefined}
      data-choosable={(onChoose && !hasFailed) || href ? true : undefined}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        {onChoose && !hasFailed ? (
          <label className={classes.choose}>
            <input type="radio" name="layout" className={classes.radio} checked={isChosen} onChange={onChoose} />
            {layout.name}
          </label>
        ) : (
          <Text component="h3" fw={650} className={classes.title}>
            {href ? (
              <Link href={href} className={classes.open}>
                {layout.name}
              </Link>
            ) : (
              layout.name
            )}
          </Text>
        )}
        <Group gap={2} wrap="nowrap" className={classes.icons}>
          <Tooltip label={accessSentences[access]} events={{ hover: true, focus: true, touch: true }}>
            <button type="button" className={classes.icon} aria-label={accessSentences[access]}>
              <AccessIcon size={16} />
            </button>
          </Tooltip>
          <Tooltip
            multiline
            maw={260}
            events={{ hover: true, focus: true, touch: true }}
            label={tooltipLines(layout).map((line) => <div key={line}>{line}</div>)}
          >
            <button type="button" className={classes.icon} aria-label={`Details of ${layout.name}`}>
              <IconInfoCircle size={16} />
            </button>
          </Tooltip>
          {menu}
        </Group>
      </Group>
      {hasFailed && (
        <Text size="xs" className={classes.failed}>
          {layout.statusText || 'This template could not be made. Try again, or delete it.'}
        </Text>
      )}
      {layout.description && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {layout.description}
        </Text>
      )}
      <Group gap={6} mt={8}>
        <Tag tone={layout.source === 'user' ? 'plain' : 'act'}>{sourceText(layout)}</Tag>
        {layout.config.multiplePeople && <Tag tone="record">Group Note</Tag>}
        {layout.group && <Tag>{layout.group}</Tag>}
        {layout.directoryName && <Tag>{layout.directoryName}</Tag>}
        <Tag>{creditText(layout)}</Tag>
      </Group>
    </div>
  )
}

function GeneratingCard({ layout }: { layout: Layout }) {
  return (
    <div className={classes.card} aria-busy="true">
      <Stack gap={8}>
        <Text c="dimmed" fw={650}>
          {layout.name}
        </Text>
        <Skeleton height={8} radius="xl" />
        <Text size="xs" c="dimmed" role="status">
          {generatingText(layout)}
        </Text>
      </Stack>
    </div>
  )
}
