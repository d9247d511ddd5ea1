import { Button, Center, Skeleton, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './faces.module.css'
import { isOffline, sentenceOf } from './failure.ts'
import { IconAlertTriangle, IconCloudOff } from './icons.ts'

interface FaceProps {
  icon: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
  role?: 'alert'
}

function Face({ icon, title, children, action, role }: FaceProps) {
  return (
    <Center className={classes.face} role={role}>
      <Stack align="center" gap="xs" maw={300}>
        <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
          {icon}
        </ThemeIcon>
        <Text component="h2" fw={650} ta="center">
          {title}
        </Text>
        <Text c="dimmed" ta="center">
          {children}
        </Text>
        {action}
      </Stack>
    </Center>
  )
}

/** Shown for an empty list: the reason, and one action. */
export function EmptyFace(props: Omit<FaceProps, 'role'>) {
  return <Face {...props} />
}

/** Shown if a screen could not be loaded or the server cannot be reached, with a button to try again. */
export function FailedFace({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const offline = isOffline(error)
  return (
    <Face
      role="alert"
      icon={offline ? <IconCloudOff size={24} /> : <IconAlertTriangle size={24} />}
      title={offline ? 'The server does not answer' : 'This page could not be loaded'}
      action={
        <Button variant="light" size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {offline ? 'Nothing is lost. This screen continues by itself when the server is back.' : sentenceOf(error)}
    </Face>
  )
}

/**
 * Grey boxes in place of a list that is loading. They are as high as the loaded cards, so that the page does not jump.
 */
export function LoadingCards({ count = 3, height = 112 }: { count?: number; height?: number }) {
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholder cards are identical
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </Stack>
  )
}
