import { ActionIcon, Avatar, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import classes from './frame.module.css'
import { IconArrowLeft, IconFileText, IconMicrophone, IconTemplate, IconUserCircle, IconX } from './icons.ts'
import { Logo } from './logo.tsx'
import { PlaceBadge } from './place-badges.tsx'

interface HeadProps {
  title: string
  subtitle: string
  /** Initials for the avatar. '' shows an icon, because the person is not known. Null shows the logo of the product. */
  initials: string | null
  /** A tag or menu at the right. */
  aside?: ReactNode
  onBack?: (() => void) | undefined
  onClose?: (() => void) | undefined
}

export function Head({ title, subtitle, initials, aside, onBack, onClose }: HeadProps) {
  return (
    <header className={classes.head}>
      <Group gap="sm" wrap="nowrap" className={classes.row}>
        {onBack && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label="Back"
            onClick={onBack}
            className={classes.back}
          >
            <IconArrowLeft size={18} />
          </ActionIcon>
        )}
        {initials === null ? (
          <Logo />
        ) : (
          <Avatar size={36} radius="xl" color="purple" aria-hidden>
            {initials || undefined}
          </Avatar>
        )}
        <div className={classes.titles}>
          <Text component="h1" fw={650} lineClamp={2} tabIndex={-1} className={classes.title}>
            {title}
          </Text>
          {subtitle && (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {subtitle}
            </Text>
          )}
        </div>
        {aside}
        {onClose && (
          <ActionIcon variant="subtle" color="gray" size={32} aria-label="Close" onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        )}
      </Group>
    </header>
  )
}

const places = [
  { path: '/', label: 'Session', Icon: IconMicrophone },
  { path: '/templates', label: 'Templates', Icon: IconTemplate },
  { path: '/reports', label: 'Reports', Icon: IconFileText },
  { path: '/you', label: 'You', Icon: IconUserCircle },
] as const

function BottomNavigation() {
  const [location] = useLocation()
  return (
    <nav className={classes.navigation} aria-label="Main">
      {places.map(({ path, label, Icon }) => (
        <Link key={path} href={path} className={classes.place} aria-current={location === path ? 'page' : undefined}>
          <Icon size={18} aria-hidden />
          <span>
            {label} <PlaceBadge path={path} />
          </span>
        </Link>
      ))}
    </nav>
  )
}

interface FrameProps {
  head: ReactNode
  /** Shown between head and screen, for example while the server cannot be reached. */
  banner?: ReactNode
  /** The main action, at the bottom. */
  action?: ReactNode
  navigation?: boolean
  children: ReactNode
}

/** Layout of a screen: head, content, main action, navigation. Only the content scrolls. */
export function Frame({ head, banner, action, navigation = false, children }: FrameProps) {
  // Names the bars at the bottom of the screen. The stylesheet reads these names and places toasts above the bars.
  const bars = [action ? 'action' : '', navigation ? 'navigation' : ''].filter(Boolean).join(' ')
  return (
    <div className={classes.frame} data-bars={bars}>
      {head}
      {banner}
      <main className={classes.main}>
        <div className={classes.column}>{children}</div>
      </main>
      {action && (
        <div className={classes.action}>
          <div className={classes.row}>{action}</div>
        </div>
      )}
      {navigation && <BottomNavigation />}
    </div>
  )
}
