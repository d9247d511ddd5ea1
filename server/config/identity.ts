import type { IdentitySettings } from '../providers/identity/settings.ts'

interface Variables {
  PUBLIC_URL?: string | undefined
  GOOGLE_CLIENT_ID?: string | undefined
  GOOGLE_CLIENT_SECRET?: string | undefined
  GOOGLE_ISSUER: string
  GOOGLE_DIRECTORY_URL: string
  MICROSOFT_CLIENT_ID?: string | undefined
  MICROSOFT_CLIENT_SECRET?: string | undefined
  MICROSOFT_TENANT: string
  MICROSOFT_ISSUER?: string | undefined
  APPLE_CLIENT_ID?: string | undefined
  APPLE_TEAM_ID?: string | undefined
  APPLE_KEY_ID?: string | undefined
  APPLE_PRIVATE_KEY?: string | undefined
  APPLE_ISSUER: string
}

const together = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
] as const

export function readIdentity(read: Variables): IdentitySettings | string {
  for (const [first, ...others] of together) {
    if (read[first] === undefined) continue
    const missing = others.find((name) => read[name] === undefined)
    if (missing !== undefined) return `${missing} must be set, because ${first} is set.`
    if (read.PUBLIC_URL === undefined) return `PUBLIC_URL must be set, because ${first} is set.`
  }
  const tenant = read.MICROSOFT_TENANT
  return {
    google:
      read.GOOGLE_CLIENT_ID === undefined
        ? null
        : {
            clientId: read.GOOGLE_CLIENT_ID,
            clientSecret: read.GOOGLE_CLIENT_SECRET ?? '',
            issuer: read.GOOGLE_ISSUER,
            directoryUrl: read.GOOGLE_DIRECTORY_URL,
          },
    microsoft:
      read.MICROSOFT_CLIENT_ID === undefined
        ? null
        : {
            clientId: read.MICROSOFT_CLIENT_ID,
            clientSecret: read.MICROSOFT_CLIENT_SECRET ?? '',
            tenant,
            issuer: read.MICROSOFT_ISSUER ?? `https://login.microsoftonline.com/${tenant}/v2.0`,
          },
    apple:
      read.APPLE_CLIENT_ID === undefined
        ? null
        : {
            clientId: read.APPLE_CLIENT_ID,
            teamId: read.APPLE_TEAM_ID ?? '',
            keyId: read.APPLE_KEY_ID ?? '',
            // Most tools cannot store line breaks in a variable, so the key may contain `\n` in their place.
            privateKey: (read.APPLE_PRIVATE_KEY ?? '').replaceAll('\\n', '\n'),
            issuer: read.APPLE_ISSUER,
          },
  }
}
