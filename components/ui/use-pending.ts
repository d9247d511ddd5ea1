import { useState } from 'react'
import { sentenceOf } from './failure.ts'
import { toast } from './toast.ts'

/** Runs one action at a time, and shows a toast if the action fails. `pending` is the name of the running action. */
export function usePending<Action extends string>() {
  const [pending, setPending] = useState<Action | null>(null)
  const run = async (action: Action, work: () => Promise<unknown>): Promise<void> => {
    if (pending !== null) return
    setPending(action)
    try {
      await work()
    } catch (error) {
      toast('error', sentenceOf(error))
    } finally {
      setPending(null)
    }
  }
  return { pending, run }
}
