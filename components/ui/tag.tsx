import { Badge, type BadgeProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './tag.module.css'

/** good: verified · look: needs a look · bad: contradicts or lost · act: chosen, quiet accent · record: recording · plain. */
export type Tone = 'good' | 'look' | 'bad' | 'act' | 'record' | 'plain'

interface TagProps extends Omit<BadgeProps, 'color' | 'variant'> {
  tone?: Tone
  children: ReactNode
}

/** A small word in a tone; never a tone without its word. */
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
