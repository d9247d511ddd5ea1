import type { Carried, FillRequest, PageMemory } from './ask.ts'
import { dropped } from './fill/drop.ts'
import { fill, pointOut } from './fill/fill.ts'
import { pageClock } from './fill/guard.ts'

import { undo } from './fill/undo.ts'
import { memory } from './memory.ts'
import { scan } from './scan/scan.ts'
import type { FillPlan, Receipt } from './shapes.ts'

export { readHere } from './read-here.ts'

/** Outlines a field. Returns an empty list if the field was found, otherwise null. */
function point(fieldId: string): Receipt[] | null {
  const there = scan(document, document.URL).fields.find(({ field }) => field.id === fieldId)
  if (there) pointOut(there.found)
  return there ? [] : null
}

/**
 * Executes the request stored in this document. Returns null if there is none. Throws if another fill is still running.
 */
export async function fillHere(): Promise<Receipt[] | null> {
  const here = memory()
  const { request } = here
  delete here.request
  if (!request) return null
  if (request.type === 'point') return point(request.fieldId)
  if (request.type === 'catch') {
    const plan = await caught(here, request.carried)
    return plan && write(here, { type: 'fill', plan, confirmedPatient: request.confirmedPatient })
  }
  if (request.type === 'let-go') {
    here.carrying?.abort()
    return null
  }
  return write(here, request)
}

/** Only one drag can be active: a new one cancels the last. */
function caught(here: PageMemory, carried: Carried): Promise<FillPlan | null> {
  here.carrying?.abort()
  here.carrying = new AbortController()
  return dropped(document, carried, here.carrying.signal)
}

async function write(here: PageMemory, request: Extract<FillRequest, { type: 'fill' | 'undo' }>): Promise<Receipt[]> {
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
