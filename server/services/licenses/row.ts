import type { License } from '../../../lib/contracts/index.ts'
import type { licenses } from '../../store/schema/index.ts'
import { isActiveRow } from './credits.ts'

export const toLicense = (row: typeof licenses.$inferSelect, now: Date): License => ({
  licenseId: row.id,
  ...(row.directoryId === null ? {} : { directoryId: row.directoryId }),
  ...(row.userId === null ? {} : { userId: row.userId }),
  product: row.product,
  credits: {
    document: { limit: row.documentLimit, used: row.documentUsed },
    session: { limit: row.sessionLimit, used: row.sessionUsed },
  },
  active: isActiveRow(row, now),
  startsAt: row.startsAt.toISOString(),
  ...(row.endsAt === null ? {} : { endsAt: row.endsAt.toISOString() }),
})
