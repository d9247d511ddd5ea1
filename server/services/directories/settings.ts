import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import {
  type DirectorySettings,
  type DirectorySettingsChange,
  directorySettings,
  hostPattern,
  type SignInMethod,
  type WorkRules,
} from '../../../lib/contracts/index.ts'
import { languageOf, ownerOf, type Person, rulesOf, seatIn } from '../../authority/index.ts'
import { fateOf } from '../../effects/index.ts'
import { Problem } from '../../problem.ts'
import { directories } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { auditIn, changeDirectory } from './seats.ts'

export async function getDirectorySettings(
  { database }: Context,
  person: Person,
  directoryId: string,
): Promise<DirectorySettings> {
  const { directory } = await seatIn(database, person, directoryId, null)
  return directorySettings.parse(directory.settings)
}

export const getWorkRules = async ({ database }: Context, person: Person): Promise<WorkRules> => ({
  ...(await rulesOf(database, ownerOf(person))),
  language: await languageOf(database, person.directory?.id ?? null),
})

/**
 * Throws `invalid_request` if `signInMethods` lists only ways to sign in that this server does not offer, because
 * nobody could sign in any more. An empty list is accepted.
 */
function refuseLockOut(
  { config, identities }: Pick<Context, 'config' | 'identities'>,
  { signInMethods }: DirectorySettings,
): void {
  const byPhone: SignInMethod[] = fateOf(config, 'text') === 'none' ? [] : ['phone']
  const offeredMethods: readonly SignInMethod[] = ['email', ...byPhone, ...identities.names]
  if (signInMethods.length === 0 || signInMethods.some((method) => offeredMethods.includes(method))) return
  const message = `This server offers none of the chosen ways to sign in. Choose at least one of: ${offeredMethods.join(', ')}.`
  throw new Problem('invalid_request', message, [{ path: 'body.signInMethods', message }])
}

/**
 * Throws `invalid_request` if `allowedHosts` has an entry that is not a host. No page would match this entry, so the
 * extension would not work on the intended pages.
 */
function refuseUnknownHosts({ allowedHosts }: DirectorySettings): void {
  const unknownHost = allowedHosts.find((host) => !hostPattern.safeParse(host).success)
  if (unknownHost === undefined) return
  const message = `“${unknownHost}” is not a host name. Use a name such as ehr.example or *.ehr.example.`
  throw new Problem('invalid_request', message, [{ path: 'body.allowedHosts', message }])
}

/**
 * Replaces the settings of a directory. Throws `not_found`, `forbidden`, `invalid_request` if nobody could sign in any
 * more or if a host is invalid, and `changed_meanwhile`, with the newer settings, if the settings are not those of
 * `before` any more.
 */
export const updateDirectorySettings = (
  context: Context,
  person: Person,
  directoryId: string,
  { before, ...settings }: DirectorySettingsChange,
): Promise<DirectorySettings> =>
  changeDirectory(context, person, directoryId, 'directory.manage', async ({ inside, tx, seat }) => {
    const current = directorySettings.parse(seat.directory.settings)
    if (before !== undefined && !isDeepStrictEqual(before, current))
      throw new Problem('changed_meanwhile', undefined, undefined, current)
    refuseLockOut(context, settings)
    refuseUnknownHosts(settings)
    await tx
      .update(directories)
      .set({ settings, updatedAt: context.clock.now() })
      .where(eq(directories.id, directoryId))
    await auditIn(inside, person, directoryId, 'directory.settings', directoryId)
    return settings
  })
