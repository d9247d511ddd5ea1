import { eq } from 'drizzle-orm'
import { type DirectorySettings, directorySettings } from '../../../lib/contracts/index.ts'
import { type Person, seatIn } from '../../authority/index.ts'
import { directories } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { auditIn, changeDirectory } from './seats.ts'

/** The settings of a directory, for its members. Throws `not_found`. */
export async function getDirectorySettings(
  { database }: Context,
  person: Person,
  directoryId: string,
): Promise<DirectorySettings> {
  const { directory } = await seatIn(database, person, directoryId, null)
  return directorySettings.parse(directory.settings)
}

/** Replaces the settings of a directory. Throws `not_found`, `forbidden`. */
export const updateDirectorySettings = (
  context: Context,
  person: Person,
  directoryId: string,
  settings: DirectorySettings,
): Promise<DirectorySettings> =>
  changeDirectory(context, person, directoryId, 'directory.manage', async ({ inside, tx }) => {
    await tx
      .update(directories)
      .set({ settings, updatedAt: context.clock.now() })
      .where(eq(directories.id, directoryId))
    await auditIn(inside, person, directoryId, 'directory.settings', directoryId)
    return settings
  })
