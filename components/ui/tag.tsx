import { Badge, type BadgeProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './tag.module.css'

/**
 * What the color of a tag or of another element tells the user about its subject, such as a field or a transcript:
 * - `good`: the subject is verified or in order
 * - `look`: the user should check the subject
 * - `bad`: the subject may be wrong, has failed or was lost
 * - `act`: the user has entered the subject. The tag "Administrator" has this tone, too.
 * - `record`: a recording runs. The tag "Group Note" has this tone, too.
 * - `plain`: the color has no meaning
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
