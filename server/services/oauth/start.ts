import { generateCodeVerifier, generateState } from 'arctic'
import { type Authorization, type Provider, providerNames } from '../../../lib/contracts/index.ts'
import { newToken } from '../../auth/tokens.ts'
import { type Person, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { IdentityProvider } from '../../providers/identity/index.ts'
import type { Context } from '../index.ts'
import { problemOfStage, stageOf } from './failures.ts'
import { type NewFlow, storeFlow } from './flows.ts'

export function configured({ identities }: Pick<Context, 'identities'>, provider: Provider): IdentityProvider {
  const identityProvider = identities.of(provider)
  if (identityProvider !== null) return identityProvider
  const name = providerNames[provider]
  throw new Problem('no_provider', `This server is not set up for signing in with ${name}. Sign in another way.`)
}

/**
 * Returns the URL to which a provider sends the browser back. An administrator must register this URL at the provider.
 */
export const redirectUriOf = ({ config }: Pick<Context, 'config'>, provider: Provider): string =>
  `${config.publicUrl ?? ''}/api/user/oauth/${provider}/callback`

/**
 * Starts a sign-in with a provider (product 12.51). Throws `no_provider`; `invalid_request` for an extension that is
 * not listed in the configuration; `provider_failed` if the provider cannot be reached.
 */
export async function startSignIn(
  context: Context,
  provider: Provider,
  place: { extensionId?: string | undefined },
): Promise<Authorization> {
  return start(context, provider, place, null)
}

/**
 * Starts to read the people of a Google Workspace (product 12.54) for the given directory, or for the directory in
 * which the person acts. Throws the errors of `startSignIn`, and `not_found` or `forbidden` if the person does not
 * manage the roles of the directory.
 */
export async function startDirectory(
  context: Context,
  person: Person,
  {
    directoryId = person.directory?.id,
    ...place
  }: { directoryId?: string | undefined; extensionId?: string | undefined },
): Promise<Authorization> {
  if (directoryId === undefined)
    throw new Problem('forbidden', 'You have not chosen an organisation. Choose an organisation first.')
  await seatIn(context.database, person, directoryId, 'roles.manage')
  return start(context, 'google', place, { userId: person.userId, directoryId })
}

async function start(
  context: Context,
  provider: Provider,
  { extensionId = null }: { extensionId?: string | null | undefined },
  asker: NewFlow['asker'],
): Promise<Authorization> {
  const { authorizationUrl } = configured(context, provider)
  refuseForeignExtension(context, extensionId)
  const flow = { state: generateState(), nonce: newToken(), codeVerifier: generateCodeVerifier() }
  const redirectUri = redirectUriOf(context, provider)
  const url = await authorizationUrl({ ...flow, redirectUri, people: asker !== null }).catch((error: unknown) => {
    throw problemOfStage(provider, stageOf(context, provider, error)).because(error)
  })
  await storeFlow(context, { ...flow, provider, extensionId, asker })
  return { url: url.toString(), state: flow.state }
}

/**
 * Throws `invalid_request` unless the extension is listed in the configuration. Otherwise, the secret of a sign-in
 * could be sent to a foreign extension.
 */
function refuseForeignExtension({ config }: Pick<Context, 'config'>, extensionId: string | null): void {
  if (extensionId === null || config.extensionIds.includes(extensionId)) return
  const message =
    'This server does not accept sign-ins from this extension. Ask its administrator to add the extension to EXTENSION_IDS.'
  throw new Problem('invalid_request', message, [{ path: 'extensionId', message }])
}
