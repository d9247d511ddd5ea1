import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm'
import { type Layout, type LayoutDraft, type ListQuery, limits } from '../../lib/contracts/index.ts'
import type { UserActor } from '../actor.ts'
import { Problem } from '../problem.ts'
import { layouts, layoutVersions, users } from '../store/schema/index.ts'
import { audit } from './audit.ts'
import type { Context } from './index.ts'
import { matches, pageOf } from './lists.ts'
import { isPublic, ownedBy, ownerOf } from './ownership.ts'

type Row = typeof layouts.$inferSelect & { email: string | null }

/** One's own, those one may edit, and public ones (spec §6). */
const visibleTo = (actor: UserActor) =>
  or(ownedBy(layouts, ownerOf(actor)), sql`${actor.email} = any(${layouts.editors})`, isPublic(layouts))

const owns = (row: Row, actor: UserActor) => row.userId === actor.userId && row.customerId === null

function toLayout(row: Row): Layout {
  return {
    _id: row.id,
    name: row.name,
    type: row.type,
    source: row.source,
    ...(row.email === null ? {} : { email: row.email }),
    editors: row.editors,
    ...(row.group === null ? {} : { group: row.group }),
    ...row.definition,
    status: row.status,
    ...(row.statusText === null ? {} : { statusText: row.statusText }),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** What a person writes of a layout, as the table keeps it. */
type LayoutContent = Pick<Row, 'name' | 'type' | 'source' | 'group' | 'definition'>

/** What a draft becomes in the table. Throws `invalid_request` for a draft that contradicts itself. */
export function fromDraft(draft: LayoutDraft): LayoutContent {
  const { name, type, source, description, instructions, fields, text, config } = draft
  if (fields !== undefined && text !== undefined) {
    throw new Problem('invalid_request', 'A layout has either fields or a text.', [
      { path: 'text', message: 'Leave this out, or leave out fields.' },
    ])
  }
  const seen = new Set<string>()
  for (const [index, field] of (fields ?? []).entries()) {
    if (seen.has(field.id)) {
      const message = 'Field ID must be unique'
      throw new Problem('invalid_request', message, [{ path: `fields.${index}.id`, message }])
    }
    seen.add(field.id)
  }
  const content = text === undefined ? { fields: fields ?? [] } : { text }
  const group = draft.group === undefined || draft.group === '' ? null : draft.group
  return { name, type, source, group, definition: { description, instructions, config, ...content } }
}

async function find({ database }: Context, actor: UserActor, id: string): Promise<Row> {
  const [row] = await database
    .select({ ...getTableColumns(layouts), email: users.email })
    .from(layouts)
    .leftJoin(users, eq(users.id, layouts.userId))
    .where(and(eq(layouts.id, id), visibleTo(actor)))
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** Layouts this person can see, own and shared before public, newest first. */
export async function listLayouts({ database }: Context, actor: UserActor, query: ListQuery) {
  const where = and(visibleTo(actor), matches(query.search, layouts.name, layouts.group))
  const [counted] = await database.select({ total: count() }).from(layouts).where(where)
  const rows = await database
    .select({ ...getTableColumns(layouts), email: users.email })
    .from(layouts)
    .leftJoin(users, eq(users.id, layouts.userId))
    .where(where)
    .orderBy(isNull(layouts.userId), desc(layouts.updatedAt), layouts.id)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows.map(toLayout), counted?.total ?? 0, query)
}

/** One layout this person can see. */
export const getLayout = async (context: Context, actor: UserActor, id: string): Promise<Layout> =>
  toLayout(await find(context, actor, id))

/** Saves a new layout of this person's. */
export async function createLayout(context: Context, actor: UserActor, draft: LayoutDraft): Promise<Layout> {
  const id = await insert(context, actor, fromDraft(draft))
  await audit(context, actor, 'layout.create', id)
  return getLayout(context, actor, id)
}

/** One's own copy of any layout one can see. */
export async function copyLayout(context: Context, actor: UserActor, id: string): Promise<Layout> {
  const { name, type, source, group, definition } = await find(context, actor, id)
  const suffix = ' (copy)'
  const copied = { name: name.slice(0, limits.nameMax - suffix.length) + suffix, type, source, group, definition }
  const copyId = await insert(context, actor, copied)
  await audit(context, actor, 'layout.copy', copyId)
  return getLayout(context, actor, copyId)
}

async function insert({ database, clock }: Context, actor: UserActor, content: LayoutContent): Promise<string> {
  const id = randomUUID()
  const now = clock.now()
  await database.insert(layouts).values({ id, ...ownerOf(actor), ...content, createdAt: now, updatedAt: now })
  await keepVersion(database, { id, version: 1, savedBy: actor.userId, savedAt: now }, content)
  return id
}

async function keepVersion(
  database: Context['database'],
  of: { id: string; version: number; savedBy: string | null; savedAt: Date },
  { name, definition }: LayoutContent,
): Promise<void> {
  const { id: layoutId, ...rest } = of
  await database.insert(layoutVersions).values({ layoutId, ...rest, name, definition })
}

/**
 * Saves a change its owner or an editor made from `version`. Throws `forbidden` to those who may only look,
 * `changed_meanwhile` when somebody saved since.
 */
export async function updateLayout(
  context: Context,
  actor: UserActor,
  id: string,
  change: { version: number; layout: LayoutDraft },
): Promise<Layout> {
  const row = await find(context, actor, id)
  if (!owns(row, actor) && !row.editors.includes(actor.email)) {
    throw new Problem('forbidden', 'You have view-only access to this template. Make a copy to change it.')
  }
  const content = fromDraft(change.layout)
  await context.database.transaction(async (tx) => {
    const [saved] = await tx
      .update(layouts)
      .set({ ...content, version: change.version + 1, updatedAt: context.clock.now() })
      .where(and(eq(layouts.id, id), eq(layouts.version, change.version)))
      .returning({ version: layouts.version })
    if (saved === undefined) throw new Problem('changed_meanwhile')
    const by = { id, version: saved.version, savedBy: actor.userId, savedAt: context.clock.now() }
    await keepVersion(tx, by, content)
    await audit({ ...context, database: tx }, actor, 'layout.update', id)
  })
  return getLayout(context, actor, id)
}

/** Deletes a layout with its versions; only its owner may. */
export async function deleteLayout(context: Context, actor: UserActor, id: string): Promise<void> {
  const row = await find(context, actor, id)
  if (!owns(row, actor)) throw new Problem('forbidden', 'Only its owner can delete this template.')
  await context.database.transaction(async (tx) => {
    await tx.delete(layouts).where(and(eq(layouts.id, id), ownedBy(layouts, ownerOf(actor))))
    await audit({ ...context, database: tx }, actor, 'layout.delete', id)
  })
}
