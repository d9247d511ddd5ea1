import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { Banner, BannerDraft } from '../../lib/contracts/index.ts'
import { isAdministrator, type Person } from '../authority/index.ts'
import { Problem } from '../problem.ts'
import { banners } from '../store/schema/index.ts'
import { audit } from './audit.ts'
import { forgetAnswers } from './idempotency.ts'
import type { Context } from './index.ts'

const toBanner = ({ id, text, level, startsAt, endsAt }: typeof banners.$inferSelect): Banner => ({
  bannerId: id,
  text,
  level,
  startsAt: startsAt.toISOString(),
  ...(endsAt === null ? {} : { endsAt: endsAt.toISOString() }),
})

/** Returns the current notices: those of the administrators and, for an administrator, those of this server. */
export async function listBanners(
  { database, clock, sharedAddresses }: Context,
  person: Person,
): Promise<{ banners: Banner[] }> {
  const now = clock.now()
  const rows = await database
    .select()
    .from(banners)
    .where(and(lte(banners.startsAt, now), or(isNull(banners.endsAt), gt(banners.endsAt, now))))
    .orderBy(banners.startsAt, banners.id)
    .limit(100)
  return { banners: [...(isAdministrator(person) ? sharedAddresses.notices() : []), ...rows.map(toBanner)] }
}

export async function addBanner(context: Context, principal: Person, draft: BannerDraft): Promise<Banner> {
  const now = context.clock.now()
  const startsAt = draft.startsAt === undefined ? now : new Date(draft.startsAt)
  const endsAt = draft.endsAt === undefined ? null : new Date(draft.endsAt)
  if (endsAt !== null && endsAt <= startsAt) {
    const message = 'A notice must end after it starts.'
    throw new Problem('invalid_request', message, [{ path: 'endsAt', message }])
  }
  const { text, level } = draft
  const row = { id: randomUUID(), text, level, startsAt, endsAt, createdAt: now }
  await context.database.insert(banners).values(row)
  await audit(context, principal, 'banner.create', row.id)
  return toBanner(row)
}

export async function deleteBanner(context: Context, principal: Person, bannerId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const [banner] = await tx.delete(banners).where(eq(banners.id, bannerId)).returning({ id: banners.id })
    if (banner === undefined) throw new Problem('not_found')
    await forgetAnswers({ database: tx }, bannerId)
    await audit({ ...context, database: tx }, principal, 'banner.delete', bannerId)
  })
}
