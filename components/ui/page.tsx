import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page.module.css'

interface PageProps {
  title: string
  about?: string
  /**
   * The main action of the page, at the right of the title. The stylesheet hides it while an empty list shows the same
   * action.
   */
  action?: ReactNode
  children: ReactNode
}

/** A page of the portal: a title with one main action beside it, and the content below. */
export function Page({ title, about, action, children }: PageProps) {
  return (
    <Stack gap="md" maw={1040} className={classes.page}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 240px">
          <Text component="h1" fz="xl" fw={650} tabIndex={-1} style={{ outline: 'none', overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          {about !== undefined && <Text c="dimmed">{about}</Text>}
        </Stack>
        {action && <div className={classes.action}>{action}</div>}
      </Group>
      {children}
    </Stack>
  )
}
