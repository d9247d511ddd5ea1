import { z } from 'zod'
import { type Provider, personName } from '../../../lib/contracts/index.ts'
import { ProviderFailure } from '../../providers/identity/index.ts'
import type { Context } from '../index.ts'
import { stageOf } from './failures.ts'
import { type Outcome, type ReturnedFlow, storeOutcome, takeState } from './flows.ts'
import { configured, redirectUriOf } from './start.ts'

/** The parameters with which a sign-in provider sends the browser back. Only Apple sends `user`, JSON with the name. */
interface Returned {
  state: string
  code?: string | undefined
  error?: string | undefined
  user?: string | undefined
}

/**
 * Completes the provider's part of a sign-in. Stores its result, also if the provider failed, and returns the URL to
 * which the browser goes. The URL contains only a secret, and nothing about the person. With the secret, the browser
 * can fetch the result once (product 12.51). Throws `no_provider`, and `wrong_code` if the state is unknown, used or expired.
 */
export async function takeCallback(context: Context, provider: Provider, parameters: Returned): Promise<URL> {
  configured(context, provider)
  const flow = await takeState(context, provider, parameters.state)
  const secret = await storeOutcome(context, flow.id, await outcomeOf(context, provider, flow, parameters))
  const place =
    flow.extensionId === null
      ? `${context.config.publicUrl ?? ''}/portal/`
      : `https://${flow.extensionId}.chromiumapp.org/oauth`
  const url = new URL(place)
  // Browsers do not send the part of a URL after `#` to any server, so the secret gets into no log.
  url.hash = `${flow.purpose === 'directory' ? 'people' : 'oauth'}=${secret}`
  return url
}

async function outcomeOf(
  context: Context,
  provider: Provider,
  { codeVerifier, isNonce, purpose }: ReturnedFlow,
  { code, user }: Returned,
): Promise<Outcome> {
  try {
    if (code === undefined) throw new ProviderFailure('cancelled', 'The sign-in service sent no code.')
    const redirectUri = redirectUriOf(context, provider)
    const { identity, accessToken } = await configured(context, provider).prove(
      { code, codeVerifier, redirectUri },
      isNonce,
    )
    const name = tidyName(identity.name) ?? tidyName(appleName(user))
    return { ...identity, name, accessToken: purpose === 'directory' ? accessToken : null }
  } catch (error) {
    return { failed: stageOf(context, provider, error) }
  }
}

const tidyName = (name: string | null): string | null => personName.safeParse(name).data ?? null

const appleUser = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
})

/** The name that Apple sends with the code. The name is not signed, so it is used only as the name of a new account. */
function appleName(user: string | undefined): string | null {
  if (user === undefined) return null
  try {
    const { name } = appleUser.parse(JSON.parse(user))
    return [name?.firstName, name?.lastName].filter(Boolean).join(' ')
  } catch {
    return null
  }
}
