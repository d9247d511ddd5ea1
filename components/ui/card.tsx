import { Paper, type PaperProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import classes from './card.module.css'

type CardProps = PaperProps & ComponentPropsWithRef<'div'> & { chosen?: boolean; quiet?: boolean }

/** A box with a border. `chosen` gives it an accent border. `quiet` gives it a dashed border and no background. */
export function Card({ chosen: isChosen = false, quiet = false, className = '', ...rest }: CardProps) {
  return (
    <Paper
      p="sm"
      className={`${classes.card} ${className}`}
      data-chosen={isChosen || undefined}
      data-quiet={quiet || undefined}
      {...rest}
    />
  )
}
