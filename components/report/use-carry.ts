import { type DragEvent, useRef } from 'react'
import { carriedType, type FillPlan, type FillResult } from '../../lib/page/shapes.ts'

import type { Carrying } from '../page/port.ts'
import { usePorts } from '../ports.tsx'
import { sentenceOf } from '../ui/failure.ts'

/** Handlers for a value that can be dragged into the page. */
export interface Carry {
  start(event: DragEvent, value: string[]): void
  end(event: DragEvent): void
}

interface Told {
  /** Called after the value was dropped on a field. */
  onResult: (result: FillResult, value: string[]) => void
  onProblem: (problem: string) => void
}

/**
 * Lets the user drag values into the page for which the plan was made. The drag data contains only a random name for
 * the value, because any page can read drag data. The panel sends the value itself only to the page of the plan.
 * Returns null if nothing may be written now.
 */
export function useCarry(
  plan: FillPlan | null,
  confirmedPatient: string | null,
  { onResult, onProblem }: Told,
): Carry | null {
  const { page } = usePorts()
  const carrying = useRef<Carrying | null>(null)
  if (!plan) return null
  return {
    start({ dataTransfer }, value) {
      const name = crypto.randomUUID()
      // Remove selected text from the drag, because any page could read it.
      dataTransfer.clearData()
      dataTransfer.setData(carriedType, name)
      dataTransfer.effectAllowed = 'copy'
      carrying.current = page.carry(plan, name, value, confirmedPatient)
      carrying.current.dropped.then(
        (result) => result && onResult(result, value),
        (error) => onProblem(sentenceOf(error)),
      )
    },
    end({ dataTransfer }) {
      if (dataTransfer.dropEffect === 'none') carrying.current?.letGo()
    },
  }
}
