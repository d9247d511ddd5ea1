import type { ReactNode } from 'react'
import classes from './list-rows.module.css'

interface ListRowsProps {
  /**
   * True until the rows for a changed search or for another page are loaded. They will replace the rows that are shown.
   */
  isOutdated: boolean
  children: ReactNode
}

/**
 * The rows of a list that can be searched. Outdated rows do not react to clicks: new rows can replace them just before
 * a click, and the click would then hit a row that the person did not want.
 */
export function ListRows({ isOutdated, children }: ListRowsProps) {
  return (
    <div className={classes.rows} aria-busy={isOutdated} inert={isOutdated}>
      {children}
    </div>
  )
}
