import { Badge, type BadgeProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './tag.module.css'

/**
 * The meaning of each tone:
 * - `good`: verified
 * - `look`: must be checked
 * - `bad`: contradicts the session, or was lost
 * - `act`: chosen
 * - `record`: recording
 * - `plain`: no tone
 */
export type Tone = 'good' | 'look' | 'bad' | 'act' | 'record' | 'plain'

interface TagProps extends Omit<BadgeProps, 'color' | 'variant'> {
  tone?: Tone
  children: ReactNode
}

/** A short word with a color for its tone. The word is always shown, because color alone is not accessible. */
export function Tag({ tone = 'plain', children, ...rest }: TagProps) {
  return (
    <Badge
      variant="outline"
      size="md"
      data-tone={tone}
      classNames={{ root: classes.tag, label: classes.label }}
      {...rest}
    >
      {children}
    </Badge>
  )
}
