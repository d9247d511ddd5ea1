import { Tooltip } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import { tooltipText } from './field-words.ts'

interface RowTooltipProps {
  fields: readonly { id: string; instructions?: string | undefined }[]
  children: ReactNode
}

/**
 * One tooltip for all rows, because one for each row would be slow. It shows the beginning of a field's instructions
 * (product 2.7).
 */
export function RowTooltip({ fields, children }: RowTooltipProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const field = target && fields.find(({ id }) => id === target.dataset.tooltip)
  const text = field ? tooltipText(field) : null

  useEffect(() => {
    if (!target) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setTarget(null)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [target])

  const show = (event: SyntheticEvent) => {
    const over = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tooltip]') : null
    setTarget(over)
  }
  const hide = () => setTarget(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only observes the pointer and focus of its rows
    <div onMouseOver={show} onMouseLeave={hide} onFocus={show} onBlur={hide} onPointerDown={hide}>
      {children}
      {target?.isConnected && text !== null && (
        <Tooltip
          opened
          target={target}
          label={text}
          multiline
          maw={280}
          position="top-start"
          transitionProps={{ duration: 100 }}
        />
      )}
    </div>
  )
}
