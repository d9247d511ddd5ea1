import { type DragEvent, useRef } from 'react'
import { carriedType } from '../../lib/page/ask.ts'
import type { FillPlan, Receipt } from '../../lib/page/shapes.ts'
import type { Carrying } from '../page/port.ts'
import { usePorts } from '../ports.tsx'
import { sentenceOf } from '../ui/failure.ts'

/** A value that can be dragged into the page. */
export interface Carry {
  start(event: DragEvent, value: string[]): void
  end(event: DragEvent): void
}

interface Told {
  /** It was dropped on a field. */
  onReceipt: (receipt: Receipt, value: string[]) => void
  onProblem: (problem: string) => void
}

/**
 * Drags values into the page the plan was made for. The drag holds a name alone: the page of the plan knows it and takes the
 * value through the filler; anywhere else it is let go, nothing lands. null: nothing may be written now.
 */
export function useCarry(
  plan: FillPlan | null,
  confirmedPatient: string | null,
  { onReceipt, onProblem }: Told,
): Carry | null {
  const { page } = usePorts()
  const carrying = useRef<Carrying | null>(null)
  if (!plan) return null
  return {
    start({ dataTransfer }, value) {
      const name = crypto.randomUUID()
      // Words that were selected would go along, and be taken by any page.
      dataTransfer.clearData()
      dataTransfer.setData(carriedType, name)
      dataTransfer.effectAllowed = 'copy'
      carrying.current = page.carry(plan, name, value, confirmedPatient)
      carrying.current.dropped.then(
        (receipt) => receipt && onReceipt(receipt, value),
        (error) => onProblem(sentenceOf(error)),
      )
    },
    end({ dataTransfer }) {
      if (dataTransfer.dropEffect === 'none') carrying.current?.letGo()
    },
  }
}
