import { and, eq } from 'drizzle-orm'
import type { Layout } from '../../../lib/contracts/index.ts'
import { isOwnLayout, isSharing, type Person, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { directories, layouts } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { getLayout } from './read.ts'
import { findChangeable } from './row.ts'

/**
 * Sets the editors of a layout. With `directory`, also sets whether the directory in which the person acts can read the
 * layout. Only the owner may do this. Throws `forbidden` for other people. The emails are not looked up, so that the
 * answer does not reveal who has an account.
 */
export async function shareLayout(
  context: Context,
  principal: Person,
  id: string,
  { editors: emails, directory }: { editors: readonly string[]; directory?: boolean | undefined },
): Promise<Layout> {
  await findChangeable(context, principal, id, 'owner')
  const directoryId = directory === true ? await directoryToShareWith(context, principal) : null
  const editors = [...new Set(emails.map((email) => email.trim().toLowerCase()))].filter(
    (email) => email !== principal.email.toLowerCase(),
  )
  await context.database.transaction(async (tx) => {
    await tx
      .update(layouts)
      .set({
        editors,
        ...(directoryId === null ? {} : { directoryId }),
        ...(directory === undefined ? {} : { shared: directory }),
        updatedAt: context.clock.now(),
      })
      .where(and(eq(layouts.id, id), isOwnLayout(principal)))
    await audit({ ...context, database: tx }, principal, 'layout.share', id)
  })
  return getLayout(context, principal, id)
}

async function directoryToShareWith({ database }: Context, principal: Person): Promise<string> {
  if (principal.directory === null) throw new Problem('forbidden', 'Choose an organisation first.')
  const { id } = principal.directory
  const { directory } = await seatIn(database, principal, id, 'layouts.share')
  const directoryRows = await database
    .select({ id: directories.id })
    .from(directories)
    .where(and(eq(directories.id, id), isSharing(id, 'layouts')))
  if (directoryRows.length === 0)
    throw new Problem('forbidden', `${directory.name} does not allow its members to share templates.`)
  return id
}
