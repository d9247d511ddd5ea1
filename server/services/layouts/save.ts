import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type Layout, type LayoutDraft, limits, type QuestionnaireLinks } from '../../../lib/contracts/index.ts'
import { type Caller, isOwnLayout, ownerOf, type Person } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { layouts } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import { identifierOf, refuseTaken } from '../identifiers.ts'
import type { Context } from '../index.ts'
import { fromDraft, type LayoutContent } from './content.ts'
import { getLayout } from './read.ts'
import { findChangeable, findLayout, refuseUnfinished } from './row.ts'
import { keepVersion } from './versions.ts'

interface Made {
  identifier?: string | undefined
  questionnaire?: QuestionnaireLinks
}

/**
 * Creates a layout that is owned by this caller. A customer may choose its identifier. Throws `invalid_request`, and
 * `conflict` if the identifier is taken.
 */
export async function createLayout(
  context: Context,
  principal: Caller,
  draft: LayoutDraft,
  extras: Made = {},
): Promise<Layout> {
  const id = await insert(context, principal, fromDraft(draft), extras)
  await audit(context, principal, 'layout.create', id)
  return getLayout(context, principal, id)
}

/**
 * Copies a layout that this user can see. The user owns the copy; editors of the original get no access to the copy.
 * Throws `not_found` if the user cannot see the layout, and `locked` while the layout is being generated.
 */
export async function copyLayout(context: Context, principal: Person, id: string): Promise<Layout> {
  const row = await findLayout(context, principal, id)
  refuseUnfinished(row)
  const { name, type, source, group, definition } = row
  const suffix = ' (copy)'
  const copied = { name: name.slice(0, limits.nameMax - suffix.length) + suffix, type, source, group, definition }
  const copyId = await insert(context, principal, copied)
  await audit(context, principal, 'layout.copy', copyId)
  return getLayout(context, principal, copyId)
}

async function insert(
  { database, clock }: Context,
  principal: Caller,
  content: LayoutContent,
  { identifier: chosenIdentifier, questionnaire }: Made = {},
): Promise<string> {
  const id = randomUUID()
  const now = clock.now()
  const identifier = identifierOf(principal, id, chosenIdentifier)
  const rows = await database
    .insert(layouts)
    .values({ id, ...ownerOf(principal), identifier, ...content, questionnaire, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: layouts.id })
  refuseTaken(rows)
  await keepVersion(database, { id, version: 1, savedBy: principal.userId, savedAt: now }, content)
  return id
}

/**
 * Saves a change by the owner or an editor. `version`: the version of the layout that the user has edited. Throws
 * `forbidden` if the user may only read the layout, `locked` while the layout is being generated, and
 * `changed_meanwhile`, with the newer layout, if the stored layout does not have this version any more.
 */
export async function updateLayout(
  context: Context,
  principal: Caller,
  id: string,
  change: { version: number; layout: LayoutDraft },
): Promise<Layout> {
  refuseUnfinished(await findChangeable(context, principal, id, 'owner or editor'))
  const content = fromDraft(change.layout)
  const now = context.clock.now()
  const isSaved = await context.database.transaction(async (tx) => {
    const [savedRow] = await tx
      .update(layouts)
      .set({ ...content, status: 'ready', statusText: null, version: change.version + 1, updatedAt: now })
      .where(and(eq(layouts.id, id), eq(layouts.version, change.version)))
      .returning({ version: layouts.version })
    if (savedRow === undefined) return false
    await keepVersion(tx, { id, version: savedRow.version, savedBy: principal.userId, savedAt: now }, content)
    await audit({ ...context, database: tx }, principal, 'layout.update', id)
    return true
  })
  const current = await getLayout(context, principal, id)
  if (!isSaved) throw new Problem('changed_meanwhile', undefined, undefined, current)
  return current
}

export async function deleteLayout(context: Context, principal: Caller, id: string): Promise<void> {
  await findChangeable(context, principal, id, 'owner')
  await context.database.transaction(async (tx) => {
    await tx.delete(layouts).where(and(eq(layouts.id, id), isOwnLayout(principal)))
    await audit({ ...context, database: tx }, principal, 'layout.delete', id)
  })
}
