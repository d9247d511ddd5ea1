import { NavLink, Stack, Text } from '@mantine/core'
import { useContext, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { PlaceBadge, PlaceBadges } from '../components/ui/place-badges.tsx'
import type { pages } from './pages.ts'

const groups = ['You', 'Organisation', 'Developers', 'Administration'] as const

export function Navigation({ pages: visiblePages }: { pages: readonly (typeof pages)[number][] }) {
  const [location] = useLocation()
  const badges = useContext(PlaceBadges)
  const waiting = (path: string) => (badges[path] ? `, ${badges[path]} waiting` : '')
  const links = useRef<HTMLDivElement>(null)
  // In a low window, the link to the open page could be below the visible part of the navigation. The list of pages is
  // empty until the account is loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with location and list
  useEffect(() => {
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [location, visiblePages.length])
  return (
    <Stack component="nav" ref={links} gap={0} aria-label="Main">
      {groups
        .map((group) => ({ group, inGroup: visiblePages.filter((page) => page.group === group) }))
        .filter(({ inGroup }) => inGroup.length > 0)
        .map(({ group, inGroup }) => (
          <Stack key={group} gap={2} mb="sm">
            <Text size="xs" c="dimmed" fw={650} px="sm" py={4}>
              {group}
            </Text>
            {inGroup.map(({ path, label }) => (
              <NavLink
                key={path}
                component={Link}
                href={path}
                label={label}
                rightSection={<PlaceBadge path={path} />}
                active={location === path}
                aria-current={location === path ? 'page' : undefined}
                // The group is part of the name, because two groups have a page with the same label.
                aria-label={`${group}: ${label}${waiting(path)}`}
                styles={{ root: { borderRadius: 8 } }}
              />
            ))}
          </Stack>
        ))}
    </Stack>
  )
}
