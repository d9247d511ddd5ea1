import { pageClock } from './fill/clock.ts'
import { fill } from './fill.ts'
import { memory } from './memory.ts'
import type { Receipt } from './shapes.ts'
import { undo } from './undo.ts'

export { readHere } from './read-here.ts'

/** Does what was asked of this document; null where nothing was. Throws when a fill is still at work. */
export async function fillHere(): Promise<Receipt[] | null> {
  const here = memory()
  const { request } = here
  delete here.request
  if (!request) return null
  if (here.busy) throw new Error('A fill is still at work in this page.')
  here.busy = true
  try {
    if (request.type === 'undo')
      return await undo(document, here.journal, { clock: pageClock, confirmedPatient: here.confirmedPatient })
    here.confirmedPatient = request.confirmedPatient
    return await fill(document, request.plan, {
      nonce: here.nonce,
      clock: pageClock,
      confirmedPatient: request.confirmedPatient,
      journal: here.journal,
    })
  } finally {
    here.busy = false
  }
}
