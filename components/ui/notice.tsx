import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  tone: 'good' | 'look' | 'bad'
  title?: string
  children?: ReactNode
  action?: ReactNode
  /** If true, screen readers announce the message at once; otherwise at the next pause. */
  urgent?: boolean
}

export function Notice({ tone, title, children, action, urgent = false }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={urgent ? 'alert' : 'status'}>
      <Group justify="space-between" wrap="wrap" gap="xs">
        <Stack gap={2} className={classes.words}>
          {title && (
            <Text fw={650} inherit>
              {title}
            </Text>
          )}
          {children && (
            <Text component="div" inherit>
              {children}
            </Text>
          )}
        </Stack>
        {action}
      </Group>
    </div>
  )
}
