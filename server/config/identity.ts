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

export function readIdentity(values: Variables): IdentitySettings | string {
  for (const [first, ...others] of together) {
    if (values[first] === undefined) continue
    const missingName = others.find((name) => values[name] === undefined)
    if (missingName !== undefined) return `${missingName} must be set, because ${first} is set.`
    if (values.PUBLIC_URL === undefined) return `PUBLIC_URL must be set, because ${first} is set.`
  }
  const tenant = values.MICROSOFT_TENANT
  return {
    google:
      values.GOOGLE_CLIENT_ID === undefined
        ? null
        : {
            clientId: values.GOOGLE_CLIENT_ID,
            clientSecret: values.GOOGLE_CLIENT_SECRET ?? '',
            issuer: values.GOOGLE_ISSUER,
            directoryUrl: values.GOOGLE_DIRECTORY_URL,
          },
    microsoft:
      values.MICROSOFT_CLIENT_ID === undefined
        ? null
        : {
            clientId: values.MICROSOFT_CLIENT_ID,
            clientSecret: values.MICROSOFT_CLIENT_SECRET ?? '',
            tenant,
            issuer: values.MICROSOFT_ISSUER ?? `https://login.microsoftonline.com/${tenant}/v2.0`,
          },
    apple:
      values.APPLE_CLIENT_ID === undefined
        ? null
        : {
            clientId: values.APPLE_CLIENT_ID,
            teamId: values.APPLE_TEAM_ID ?? '',
            keyId: values.APPLE_KEY_ID ?? '',
            // Most tools cannot store line breaks in a variable, so the key may contain `\n` in their place.
            privateKey: (values.APPLE_PRIVATE_KEY ?? '').replaceAll('\\n', '\n'),
            issuer: values.APPLE_ISSUER,
          },
  }
}
