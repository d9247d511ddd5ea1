import { and, eq } from 'drizzle-orm'
import type { Layout } from '../../../lib/contracts/index.ts'
import { isOwnLayout, type Person } from '../../authority/index.ts'
import { layouts } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { getLayout } from './read.ts'
import { findChangeable } from './row.ts'

/**
 * Sets the editors of a layout. Only the owner may do this; throws `forbidden` for others. The emails are not looked
 * up, so that the response does not reveal who has an account.
 */
export async function shareLayout(
  context: Context,
  principal: Person,
  id: string,
  emails: readonly string[],
): Promise<Layout> {
  await findChangeable(context, principal, id, 'owner')
  const editors = [...new Set(emails.map((email) => email.trim().toLowerCase()))].filter(
    (email) => email !== principal.email.toLowerCase(),
  )
  await context.database.transaction(async (tx) => {
    await tx
      .update(layouts)
      .set({ editors, updatedAt: context.clock.now() })
      .where(and(eq(layouts.id, id), isOwnLayout(principal)))
    await audit({ ...context, database: tx }, principal, 'layout.share', id)
  })
  return getLayout(context, principal, id)
}
