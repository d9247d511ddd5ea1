import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import type { AccessKeyDraft, ListQuery } from '../../../lib/contracts/index.ts'
import { hashToken, newToken } from '../../auth/tokens.ts'
import type { ApiKey, Member } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { accessKeys } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { countRows, matches, pageOf } from '../lists.ts'

type Row = typeof accessKeys.$inferSelect

const visible = 4

const toKey = (row: Row) => ({
  keyId: row.id,
  name: row.name,
  prefix: row.prefix,
  test: row.test,
  createdAt: row.createdAt.toISOString(),
  ...(row.expiresAt === null ? {} : { expiresAt: row.expiresAt.toISOString() }),
  ...(row.lastUsedAt === null ? {} : { lastUsedAt: row.lastUsedAt.toISOString() }),
})

export async function listKeys({ database }: Context, { access }: Member, query: ListQuery) {
  const condition = and(eq(accessKeys.accessId, access.id), matches(query.search, accessKeys.name))
  const total = await countRows(database, accessKeys, condition)
  const rows = await database
    .select()
    .from(accessKeys)
    .where(condition)
    .orderBy(desc(accessKeys.createdAt), accessKeys.id)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows.map(toKey), total, query)
}

/**
 * Creates a key. Only this answer contains the key, because only its hash is stored. Throws `invalid_request` if
 * `expiresAt` is in the past.
 */
export async function addKey(context: Context, member: Member, { name, expiresAt, test }: AccessKeyDraft) {
  const { database, clock } = context
  const now = clock.now()
  const expires = expiresAt == null ? null : new Date(expiresAt)
  if (expires !== null && expires <= now) {
    const message = 'The key must expire in the future. Choose a later time.'
    throw new Problem('invalid_request', message, [{ path: 'body.expiresAt', message }])
  }
  const kind = test ? 'ck_test_' : 'ck_live_'
  const key = `${kind}${newToken()}`
  const row: Row = {
    id: randomUUID(),
    accessId: member.access.id,
    name,
    hash: hashToken(key),
    prefix: key.slice(0, kind.length + visible),
    test,
    createdBy: member.userId,
    createdAt: now,
    expiresAt: expires,
    lastUsedAt: null,
  }
  await database.insert(accessKeys).values(row)
  await audit(context, member, 'access-key.create', row.id)
  return { ...toKey(row), key }
}

/**
 * Throws `conflict` if a call that has created a key is repeated. The call cannot return the key again, because only
 * the hash of the key is stored.
 */
export const refuseSecondKey = (): never => {
  throw new Problem(
    'conflict',
    'This key already exists. Its secret was shown once, when the key was made. If you do not have the secret, remove this key and make a new key.',
  )
}

/**
 * Deletes a key and the customer tokens that were issued with it. No server accepts the key or these tokens any more.
 * Throws `not_found`.
 */
export async function removeKey(context: Context, member: Member, keyId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const [removedRow] = await tx
      .delete(accessKeys)
      .where(and(eq(accessKeys.id, keyId), eq(accessKeys.accessId, member.access.id)))
      .returning({ id: accessKeys.id })
    if (removedRow === undefined) throw new Problem('not_found')
    await audit({ ...context, database: tx }, member, 'access-key.delete', keyId)
  })
}

export const verifyKey = ({ accessId, keyId, name, test, expiresAt }: ApiKey) => ({
  valid: true as const,
  accessId,
  keyId,
  name,
  test,
  ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
})
