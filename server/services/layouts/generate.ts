import { randomUUID } from 'node:crypto'
import type { Layout, LayoutRequest } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { ownerOf } from '../../authority/index.ts'
import { layouts } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { sealRequest } from '../layout-job/request.ts'
import { wakeUps } from '../wake-ups.ts'
import { getLayout } from './read.ts'

const lookAgainMs = 2_000
const unnamed = 'New template'

export async function generateLayout(context: Context, principal: Person, request: LayoutRequest): Promise<Layout> {
  const id = randomUUID()
  const now = context.clock.now()
  const from = 'description' in request ? 'your description' : 'your example note'
  await context.database.insert(layouts).values({
    id,
    ...ownerOf(principal),
    name: request.name ?? unnamed,
    type: 'other',
    source: 'user',
    definition: { description: '', instructions: '', config: {}, fields: [] },
    status: 'generating',
    statusText: `Making fields from ${from}...`,
    request: sealRequest(context.store.encryption, id, request),
    createdAt: now,
    updatedAt: now,
  })
  await context.jobs.enqueue(context.database, 'layouts', id)
  await audit(context, principal, 'layout.generate', id)
  return getLayout(context, principal, id)
}

export async function waitForLayout(
  context: Context,
  principal: Person,
  id: string,
  seconds: number,
  signal: AbortSignal,
): Promise<Layout> {
  const deadline = Date.now() + seconds * 1000
  const wakes = wakeUps(context, id, signal)
  try {
    for (;;) {
      const layout = await getLayout(context, principal, id)
      const left = deadline - Date.now()
      if (layout.status !== 'generating' || left <= 0 || signal.aborted) return layout
      await wakes.next(Math.min(left, lookAgainMs))
    }
  } finally {
    wakes.close()
  }
}
