import { z } from 'zod'
import { session, ticket } from './account.ts'
import { limits } from './limits.ts'

export const providers = ['google', 'microsoft', 'apple'] as const
/** A company whose accounts can be used for signing in (product 12.50). */
export const provider = z.enum(providers)
export type Provider = z.infer<typeof provider>

export const providerNames: Record<Provider, string> = { google: 'Google', microsoft: 'Microsoft', apple: 'Apple' }

export const returnPlace = z.strictObject({
  extensionId: z
    .string()
    .regex(/^[a-p]{32}$/, 'Use the id of the extension: 32 letters from a to p.')
    .optional(),
})

export const authorization = z.object({ url: z.url(), state: z.string() })
export type Authorization = z.infer<typeof authorization>

/**
 * The request that completes a sign-in through a provider. `secret`: from the address to which the browser returned
 * after the provider's page. `state`: from the call that started the sign-in (see `authorization`), so that only the
 * browser that started the sign-in can complete it.
 */
export const returnedSecret = z.strictObject({
  secret: z.string().min(1).max(200),
  state: z.string().min(1).max(200),
})
export type ReturnedSecret = z.infer<typeof returnedSecret>

/**
 * The response to a sign-in through a provider (product 12.52):
 *
 * - a session, or the second factor that is still needed;
 * - `link`: a code was sent to the mailbox of an existing account; the client sends the code back with the ticket;
 * - `linked`: the provider's account now belongs to the signed-in person, who keeps the session.
 *
 * `email` is the email of the Chartside account.
 */
export const providerSignIn = z.union([
  session.extend({ email: z.string() }),
  ticket.extend({ secondFactor: z.enum(['email', 'phone']), email: z.string() }),
  ticket.extend({ link: z.literal('email'), email: z.string() }),
  z.object({ linked: z.literal(true), email: z.string() }),
])
export type ProviderSignIn = z.infer<typeof providerSignIn>

/** A person of a Google Workspace. `known`: the organisation already has a seat or an invitation for this address. */
export const workspacePerson = z.object({
  email: z.string(),
  name: z.string().max(limits.nameMax).optional(),
  known: z.boolean(),
})
export const workspacePeople = z.object({ people: z.array(workspacePerson), more: z.boolean() })
export type WorkspacePeople = z.infer<typeof workspacePeople>
