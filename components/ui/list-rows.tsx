import type { ReactNode } from 'react'
import classes from './list-rows.module.css'

interface ListRowsProps {
  /** True while other rows are being loaded that will replace these. */
  isOutdated: boolean
  children: ReactNode
}

/**
 * The rows of a list that can be searched. Outdated rows take no clicks. Otherwise a row that moves between the look and
 * the click would take the click that was meant for another row.
 */
export function ListRows({ isOutdated, children }: ListRowsProps) {
  return (
    <div className={classes.rows} aria-busy={isOutdated} inert={isOutdated}>
      {children}
    </div>
  )
}
