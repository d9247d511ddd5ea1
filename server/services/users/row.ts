import { eq } from 'drizzle-orm'
import type { AdministeredUser } from '../../../lib/contracts/index.ts'
import { Problem } from '../../problem.ts'
import { directories, directoryRoles, users } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'

export type Row = typeof users.$inferSelect

export const toSummary = (row: Row) => ({
  userId: row.id,
  email: row.email,
  ...(row.name === null ? {} : { name: row.name }),
  admin: row.admin,
  disabled: row.disabledAt !== null,
  createdAt: row.createdAt.toISOString(),
})

export async function findUser({ database }: Pick<Context, 'database'>, userId: string): Promise<Row> {
  const [row] = await database.select().from(users).where(eq(users.id, userId))
  if (row === undefined) throw new Problem('not_found')
  return row
}

export async function getUser(context: Context, userId: string): Promise<AdministeredUser> {
  const row = await findUser(context, userId)
  const seats = await context.database
    .select({
      directoryId: directories.id,
      directoryName: directories.name,
      roleId: directoryRoles.id,
      role: directoryRoles.name,
    })
    .from(directoryRoles)
    .innerJoin(directories, eq(directories.id, directoryRoles.directoryId))
    .where(eq(directoryRoles.userId, userId))
    .orderBy(directories.name, directoryRoles.id)
  return {
    ...toSummary(row),
    ...(row.alternativeEmail === null ? {} : { alternativeEmail: row.alternativeEmail }),
    ...(row.phone === null ? {} : { phone: row.phone }),
    twoFactor: { email: row.secondFactorEmail, phone: row.secondFactorPhone },
    hasPassword: row.passwordHash !== null,
    seats,
  }
}
