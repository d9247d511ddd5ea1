import { VisuallyHidden } from '@mantine/core'
import { createContext, useContext } from 'react'
import { Tag } from './tag.tsx'

/** How many invitations wait in each place of the navigation, by its path. */
export const PlaceBadges = createContext<Readonly<Record<string, number>>>({})

/** The number of invitations that wait in a place. Shows nothing for zero. */
export function PlaceBadge({ path }: { path: string }) {
  const { [path]: count = 0 } = useContext(PlaceBadges)
  if (count === 0) return null
  return (
    <Tag tone="look">
      {count}
      <VisuallyHidden>{count === 1 ? ' invitation' : ' invitations'}</VisuallyHidden>
    </Tag>
  )
}
