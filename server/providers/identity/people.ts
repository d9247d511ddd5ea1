import { z } from 'zod'
import { limits } from '../../../lib/contracts/index.ts'
import { ProviderFailure } from './failure.ts'

export const peopleScope = 'https://www.googleapis.com/auth/admin.directory.user.readonly'

const page = z.object({
  users: z
    .array(
      z.object({
        primaryEmail: z.email(),
        name: z.object({ fullName: z.string().optional() }).optional(),
        suspended: z.boolean().optional(),
        archived: z.boolean().optional(),
      }),
    )
    .default([]),
  nextPageToken: z.string().min(1).optional(),
})

const pagesMax = 10
const pageSize = 500
const timeoutMs = 20_000

/**
 * Lists the people of the Google Workspace that the access token belongs to, sorted by email, without suspended and
 * archived people. `more` is true if the Workspace has more people than the 5,000 that were read. Throws a
 * `ProviderFailure` of the stage `people`.
 */
export async function listWorkspacePeople(
  directoryUrl: string,
  accessToken: string,
): Promise<{ people: { email: string; name?: string }[]; more: boolean }> {
  const people: { email: string; name?: string }[] = []
  let pageToken: string | undefined
  const signal = AbortSignal.timeout(timeoutMs)
  for (let pages = 0; pages < pagesMax; pages++) {
    const page = await readPage(directoryUrl, accessToken, pageToken, signal)
    for (const { primaryEmail, name, suspended, archived } of page.users) {
      if (suspended === true || archived === true) continue
      const fullName = name?.fullName?.trim().slice(0, limits.nameMax)
      people.push({ email: primaryEmail.toLowerCase(), ...(fullName ? { name: fullName } : {}) })
    }
    pageToken = page.nextPageToken
    if (pageToken === undefined) return { people, more: false }
  }
  return { people, more: true }
}

async function readPage(directoryUrl: string, accessToken: string, pageToken: string | undefined, signal: AbortSignal) {
  try {
    const url = new URL(`${directoryUrl.replace(/\/+$/, '')}/admin/directory/v1/users`)
    url.search = new URLSearchParams({
      customer: 'my_customer',
      orderBy: 'email',
      maxResults: String(pageSize),
      ...(pageToken === undefined ? {} : { pageToken }),
    }).toString()
    const headers = { authorization: `Bearer ${accessToken}` }
    const response = await fetch(url, { headers, signal, redirect: 'error' })
    if (!response.ok) throw new Error(`Google answered with status ${response.status}.`)
    return page.parse(await response.json())
  } catch (error) {
    throw new ProviderFailure('people', 'The people of the Workspace could not be read.', error)
  }
}
