import type { DraggableSyntheticListeners } from '@dnd-kit/core'
import { type KeyboardEvent, memo, type Ref } from 'react'
import type { DynamicField, Field } from '../../../lib/contracts/index.ts'
import classes from './field-row.module.css'
import { rowName, summaryOf } from './field-words.ts'

/** The actions of a row's menu and keys. */
export type FieldAction = 'open' | 'quick' | 'settings' | 'up' | 'down' | 'duplicate' | 'disable' | 'delete'

/**
 * Callbacks of a row. Pass the same functions at each render. Otherwise a change of one field would render all rows.
 */
export interface RowEvents {
  onAct: (action: FieldAction, fieldId: string) => void
  onMenu: (fieldId: string, button: HTMLElement) => void
}

interface FieldRowProps extends RowEvents {
  field: Field | DynamicField
  condition?: string | undefined
  problem?: string | undefined
  chosen: boolean
  menuOpened: boolean
  /** Undefined: the field cannot be moved. */
  handle?: RowHandle | undefined
  rowRef?: Ref<HTMLLIElement> | undefined
  moving?: boolean
  /** Read-only: no actions are available. */
  fixed?: boolean
}

/** The props of a drag handle. */
export interface RowHandle {
  ref: Ref<HTMLButtonElement>
  /** Id of the element that explains the keyboard control. */
  describedBy: string | undefined
  disabled: boolean
  listeners: DraggableSyntheticListeners
}

/** One field as a card (product 2.7). It uses plain elements for speed, because a list can have 500 rows. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const {
    field,
    condition,
    problem,
    chosen: isChosen,
    menuOpened,
    handle,
    rowRef,
    moving,
    fixed: isFixed,
    onAct,
    onMenu,
  } = props
  const disabled = 'disabled' in field && field.disabled === true
  const summary = summaryOf(field)

  function onKeyDown(event: KeyboardEvent) {
    const action = keyActions[`${event.altKey ? 'Alt+' : ''}${event.key}`]
    if (!action || !handle || handle.disabled) return
    event.preventDefault()
    onAct(action, field.id)
  }

  return (
    <li
      ref={rowRef}
      className={classes.row}
      data-field={field.id}
      data-chosen={isChosen || undefined}
      data-disabled={disabled || undefined}
      data-moving={moving || undefined}
      data-dynamic={handle ? undefined : true}
    >
      {handle ? (
        <button
          type="button"
          ref={handle.ref}
          className={classes.handle}
          aria-label={`Move ${field.name}`}
          aria-describedby={handle.describedBy}
          disabled={handle.disabled}
          {...handle.listeners}
        />
      ) : (
        <span />
      )}
      <div className={classes.words}>
        {isFixed ? (
          <div className={classes.name} data-tooltip={field.id}>
            {field.name}
          </div>
        ) : (
          <button
            type="button"
            className={classes.open}
            data-tooltip={field.id}
            onClick={() => onAct('open', field.id)}
            onKeyDown={onKeyDown}
          >
            {rowName({ name: field.name, disabled })}
          </button>
        )}
        {summary && <div className={classes.summary}>{summary}</div>}
        {condition && <div className={classes.note}>{condition}</div>}
        {problem && (
          <div className={classes.note} data-tone="look">
            {problem}
          </div>
        )}
      </div>
      {!isFixed && (
        <button
          type="button"
          className={classes.more}
          aria-label={`More for ${field.name}`}
          aria-haspopup="menu"
          aria-expanded={menuOpened}
          onClick={(event) => onMenu(field.id, event.currentTarget)}
        />
      )}
    </li>
  )
})

/** Keyboard shortcuts on a row's name. */
const keyActions: Record<string, FieldAction> = {
  'Alt+ArrowUp': 'up',
  'Alt+ArrowDown': 'down',
  Delete: 'delete',
}
