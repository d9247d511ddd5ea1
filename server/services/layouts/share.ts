import { and, eq } from 'drizzle-orm'
import type { Layout } from '../../../lib/contracts/index.ts'
import type { UserActor } from '../../actor.ts'
import { layouts } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { getLayout } from './read.ts'
import { findChangeable, isOwn } from './row.ts'

/**
 * Sets the editors of a layout. Only the owner may do this; throws `forbidden` for others. The emails are not looked
 * up, so that the response does not reveal who has an account.
 */
export async function shareLayout(
  context: Context,
  actor: UserActor,
  id: string,
  emails: readonly string[],
): Promise<Layout> {
  await findChangeable(context, actor, id, 'owner')
  const editors = [...new Set(emails.map((email) => email.trim().toLowerCase()))].filter(
    (email) => email !== actor.email.toLowerCase(),
  )
  await context.database.transaction(async (tx) => {
    await tx
      .update(layouts)
      .set({ editors, updatedAt: context.clock.now() })
      .where(and(eq(layouts.id, id), isOwn(actor)))
    await audit({ ...context, database: tx }, actor, 'layout.share', id)
  })
  return getLayout(context, actor, id)
}
