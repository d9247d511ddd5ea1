import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Provider, ReturnedSecret } from '../../../lib/contracts/index.ts'
import { hashToken, newToken } from '../../auth/tokens.ts'
import { Problem } from '../../problem.ts'
import { providerStage } from '../../providers/identity/index.ts'
import { places } from '../../store/places.ts'
import { oauthFlows } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'

const stateMs = 10 * 60_000
const secretMs = 60_000

const overSentence = 'This sign-in was already used or has expired. Start the sign-in again.'

export interface NewFlow {
  provider: Provider
  state: string
  nonce: string
  codeVerifier: string
  extensionId: string | null
  /**
   * Set for reading the people of a Google Workspace: the person who asks, and the directory for which the person asks.
   * Null: this is a sign-in.
   */
  asker: { userId: string; directoryId: string } | null
}

const flowShape = z.object({ codeVerifier: z.string() })
const outcome = z.union([
  z.object({ failed: providerStage }),
  z.object({
    subject: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    accessToken: z.string().nullable(),
  }),
])
export type Outcome = z.infer<typeof outcome>
export type Proven = Exclude<Outcome, { failed: unknown }>

/** Stores a sign-in that begins. State and nonce are stored as hashes, the code verifier encrypted. */
export async function storeFlow({ database, clock, store }: Context, flow: NewFlow): Promise<void> {
  const id = randomUUID()
  const content: z.infer<typeof flowShape> = { codeVerifier: flow.codeVerifier }
  await database.insert(oauthFlows).values({
    id,
    provider: flow.provider,
    purpose: flow.asker === null ? 'sign-in' : 'directory',
    stateHash: hashToken(flow.state),
    nonceHash: hashToken(flow.nonce),
    request: store.encryption.seal(places.oauthFlow(id), content),
    extensionId: flow.extensionId,
    userId: flow.asker?.userId ?? null,
    directoryId: flow.asker?.directoryId ?? null,
    expiresAt: new Date(clock.now().getTime() + stateMs),
  })
}

export interface ReturnedFlow {
  id: string
  purpose: 'sign-in' | 'directory'
  codeVerifier: string
  extensionId: string | null
  isNonce: (nonce: string) => boolean
}

/**
 * Marks a state as used, and returns its sign-in. Throws `wrong_code` if the state is unknown, used or expired, or
 * belongs to another provider: a code of one provider must never be sent to another provider.
 */
export async function takeState(
  { database, clock, store }: Context,
  provider: Provider,
  state: string,
): Promise<ReturnedFlow> {
  const now = clock.now()
  const [row] = await database
    .update(oauthFlows)
    .set({ calledBackAt: now })
    .where(
      and(
        eq(oauthFlows.stateHash, hashToken(state)),
        eq(oauthFlows.provider, provider),
        isNull(oauthFlows.calledBackAt),
        gt(oauthFlows.expiresAt, now),
      ),
    )
    .returning()
  if (row === undefined) throw new Problem('wrong_code', overSentence)
  const { codeVerifier } = flowShape.parse(store.encryption.unseal(places.oauthFlow(row.id), row.request))
  const isNonce = (nonce: string) => hashToken(nonce) === row.nonceHash
  return { id: row.id, purpose: row.purpose, codeVerifier, extensionId: row.extensionId, isNonce }
}

/** Stores the answer of the provider, and returns the secret with which the browser fetches it within 60 s. */
export async function storeOutcome({ database, clock, store }: Context, id: string, result: Outcome): Promise<string> {
  const secret = newToken()
  await database
    .update(oauthFlows)
    .set({
      secretHash: hashToken(secret),
      request: store.encryption.seal(places.oauthFlow(id), result),
      expiresAt: new Date(clock.now().getTime() + secretMs),
    })
    .where(eq(oauthFlows.id, id))
  return secret
}

/**
 * Marks a secret as used, and returns the stored result of the sign-in. The browser must also send the state with which
 * it began the sign-in. Otherwise, an attacker could send another person's browser to a URL with the attacker's secret,
 * and that person would work in the attacker's account.
 *
 * Throws `wrong_code` if secret and state do not belong together, or are unknown, used or expired.
 */
export async function takeSecret(
  { database, clock, store }: Context,
  provider: Provider,
  purpose: ReturnedFlow['purpose'],
  { secret, state }: ReturnedSecret,
): Promise<{ outcome: Outcome; userId: string | null; directoryId: string | null }> {
  const now = clock.now()
  const [row] = await database
    .update(oauthFlows)
    .set({ usedAt: now })
    .where(
      and(
        eq(oauthFlows.secretHash, hashToken(secret)),
        eq(oauthFlows.stateHash, hashToken(state)),
        eq(oauthFlows.provider, provider),
        eq(oauthFlows.purpose, purpose),
        isNotNull(oauthFlows.calledBackAt),
        isNull(oauthFlows.usedAt),
        gt(oauthFlows.expiresAt, now),
      ),
    )
    .returning()
  if (row === undefined) throw new Problem('wrong_code', overSentence)
  const content = outcome.parse(store.encryption.unseal(places.oauthFlow(row.id), row.request))
  return { outcome: content, userId: row.userId, directoryId: row.directoryId }
}

export async function forgetFlows({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await database.delete(oauthFlows).where(lt(oauthFlows.expiresAt, clock.now()))
}
