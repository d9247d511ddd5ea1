import { and, eq, isNotNull, ne, notInArray } from 'drizzle-orm'
import {
  type EmbeddingOrigin,
  isOwnComputer,
  listedOrigins,
  type OriginProblem,
  proofFileName,
  proofRecordName,
  proofRecordPrefix,
} from '../../../lib/contracts/index.ts'
import type { Member } from '../../authority/index.ts'
import type { PublishedProofs } from '../../effects/index.ts'
import { isUniqueBroken, Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { accessOrganizations, accessOrigins } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'

type Row = typeof accessOrigins.$inferSelect
type Stored = Pick<Context, 'database' | 'clock'>

const isRow = (accessId: string, origin: string) =>
  and(eq(accessOrigins.accessId, accessId), eq(accessOrigins.origin, origin))

async function otherOwner(database: Database, accessId: string, origin: string): Promise<Row | undefined> {
  const [row] = await database
    .select()
    .from(accessOrigins)
    .where(
      and(eq(accessOrigins.origin, origin), isNotNull(accessOrigins.provenAt), ne(accessOrigins.accessId, accessId)),
    )
  return row
}

async function stateOf({ database, clock }: Stored, accessId: string, origin: string, row: Row | undefined) {
  if (isOwnComputer(origin)) return 'own-computer'
  if (row === undefined) return 'unproven'
  if (row.provenAt !== null) return 'proven'
  const isTrusted = row.trustedUntil !== null && row.trustedUntil > clock.now()
  return isTrusted && (await otherOwner(database, accessId, origin)) === undefined ? 'trusted' : 'unproven'
}

export async function statesOf(
  context: Stored,
  accessId: string,
  origins: readonly string[],
): Promise<EmbeddingOrigin[]> {
  const rows = await context.database.select().from(accessOrigins).where(eq(accessOrigins.accessId, accessId))
  const all: EmbeddingOrigin[] = []
  for (const origin of origins) {
    const row = rows.find((one) => one.origin === origin)
    const state = await stateOf(context, accessId, origin, row)
    all.push({
      origin,
      state,
      words: row?.words ?? false,
      ...(state === 'proven' && row?.provenBy ? { provenBy: row.provenBy } : {}),
      ...(state === 'trusted' && row?.trustedUntil ? { trustedUntil: row.trustedUntil.toISOString() } : {}),
      ...(row?.checkedAt ? { checkedAt: row.checkedAt.toISOString() } : {}),
      ...(row?.problem ? { problem: row.problem } : {}),
    })
  }
  return all
}

const nothing = { listed: false, words: false }

/**
 * Returns whether a page of this origin may embed Chartside for the developer organisation, and whether it may get the
 * text of a dictation. An organisation that does not exist lists nothing.
 */
export async function mayEmbed(context: Stored, accessId: string, origin: string): Promise<typeof nothing> {
  const [listing] = await context.database
    .select({ origins: accessOrganizations.origins, row: accessOrigins })
    .from(accessOrganizations)
    .leftJoin(accessOrigins, and(eq(accessOrigins.accessId, accessOrganizations.id), eq(accessOrigins.origin, origin)))
    .where(eq(accessOrganizations.id, accessId))
  if (listing === undefined || !listedOrigins.parse(listing.origins).includes(origin)) return nothing
  const state = await stateOf(context, accessId, origin, listing.row ?? undefined)
  return state === 'unproven' ? nothing : { listed: true, words: listing.row?.words ?? false }
}

export async function forgetOrigins(database: Database, accessId: string, origins: readonly string[]): Promise<void> {
  await database
    .delete(accessOrigins)
    .where(
      and(
        eq(accessOrigins.accessId, accessId),
        origins.length === 0 ? undefined : notInArray(accessOrigins.origin, [...origins]),
      ),
    )
}

/**
 * Locks the developer organisation until the transaction ends, so that its list does not change meanwhile. Throws
 * `not_found` if it does not list the origin.
 */
async function lockListed(tx: Database, accessId: string, origin: string): Promise<void> {
  const [row] = await tx
    .select({ origins: accessOrganizations.origins })
    .from(accessOrganizations)
    .where(eq(accessOrganizations.id, accessId))
    .for('update')
  if (row === undefined || !listedOrigins.parse(row.origins).includes(origin))
    throw new Problem('not_found', `Your organisation does not list the address ${origin}. Add it to the list first.`)
}

async function keep(tx: Database, accessId: string, origin: string, values: Partial<Row>): Promise<void> {
  await tx
    .insert(accessOrigins)
    .values({ accessId, origin, ...values })
    .onConflictDoUpdate({ target: [accessOrigins.accessId, accessOrigins.origin], set: values })
}

export async function changeOrigin(
  context: Context,
  member: Member,
  { origin, words }: { origin: string; words: boolean },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    await lockListed(tx, member.access.id, origin)
    await keep(tx, member.access.id, origin, { words })
    await audit({ ...context, database: tx }, member, 'access.update', member.access.id)
  })
}

/**
 * Reads the proofs that an origin publishes, and stores whether they name this developer organisation (product 12.102).
 * A proven origin stays proven. Throws `not_found` if the origin is not listed, and `conflict` if it belongs to another
 * organisation, which the proofs still name.
 */
export async function checkOrigin(
  context: Context,
  member: Member,
  origin: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, originProofs } = context
  const accessId = member.access.id
  await database.transaction((tx) => lockListed(tx, accessId, origin))
  const [originRow] = await database.select().from(accessOrigins).where(isRow(accessId, origin))
  if (originRow?.provenAt || isOwnComputer(origin)) return
  // No transaction is open here, because the answer of the origin may take seconds.
  const proofs = await originProofs(origin, signal)
  const provenBy = whereNamed(proofs, accessId)
  try {
    await database.transaction(async (tx) => {
      await lockListed(tx, accessId, origin)
      await settle({ ...context, database: tx }, { accessId, origin, provenBy, proofs })
      await audit({ ...context, database: tx }, member, 'access.update', accessId)
    })
  } catch (error) {
    throw isUniqueBroken(error) ? ownedByOther(origin) : error
  }
}

const whereNamed = ({ dns, file }: PublishedProofs, accessId: string): 'dns' | 'file' | null => {
  const names = (published: PublishedProofs['dns']) =>
    'accessIds' in published && published.accessIds.includes(accessId)
  return names(dns) ? 'dns' : names(file) ? 'file' : null
}

interface Checked {
  accessId: string
  origin: string
  provenBy: 'dns' | 'file' | null
  proofs: PublishedProofs
}

async function settle({ database, clock }: Stored, { accessId, origin, provenBy, proofs }: Checked): Promise<void> {
  const checkedAt = clock.now()
  if (provenBy === null) return keep(database, accessId, origin, { checkedAt, problem: problemOf(proofs) })
  const owner = await otherOwner(database, accessId, origin)
  if (owner !== undefined) {
    // The origin moves only if it is certain that it no longer names its owner: a proof that cannot be read now is no
    // proof of that.
    const isReadable = owner.provenBy === null || 'accessIds' in proofs[owner.provenBy]
    if (!isReadable || whereNamed(proofs, owner.accessId) !== null) throw ownedByOther(origin)
    await keep(database, owner.accessId, origin, {
      provenAt: null,
      provenBy: null,
      trustedUntil: null,
      problem: 'moved',
    })
  }
  await keep(database, accessId, origin, {
    provenAt: checkedAt,
    provenBy,
    trustedUntil: null,
    checkedAt,
    problem: null,
  })
}

const problemOf = ({ file }: PublishedProofs): OriginProblem => ('problem' in file ? file.problem : 'missing')

const ownedByOther = (origin: string) =>
  new Problem(
    'conflict',
    `The address ${origin} belongs to another developer organisation. An address can belong to one organisation only. Remove the other organisation from the TXT record (${proofRecordName(origin)}, “${proofRecordPrefix}…”) and from the file (${proofFileName}), then check again.`,
  )
