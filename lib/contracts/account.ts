import { z } from 'zod'
import { limits } from './limits.ts'
import { writingStyle } from './style.ts'

export const email = z.email().max(254)
/**
 * Returns true if a person has an email address. If a person registered by phone and has given no email address,
 * `email` contains the phone, such as +12025550123 (product 12.90).
 */
export const hasEmailAddress = (person: { email: string }): boolean => person.email.includes('@')
/**
 * A new password needs at least 10 characters. Other rules are not needed, because the length is what protects a
 * password.
 */
export const newPassword = z.string().min(10, 'Use at least 10 characters.').max(200)

export const personName = z.string().trim().min(1, 'Enter a name.').max(limits.nameMax)

/**
 * The answer to a call that sends a code (product 12.7). To finish the verification, the client sends the ticket back
 * together with the code.
 */
export const ticket = z.object({ ticket: z.string() })
export const ticketText = z.string().min(1).max(200)
export const enteredCode = z.strictObject({
  ticket: ticketText,
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Enter the 6 digits of the code.'),
})

export const linkState = z.object({
  status: z.enum(['started', 'verified', 'expired']),
  invitation: z
    .object({
      directoryName: z.string(),
      role: z.string(),
      email: z.string(),
      name: z.string().optional(),
    })
    .optional(),
})
export type LinkState = z.infer<typeof linkState>

/** The account of the signed-in user (product 3.15). */
export const account = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().optional(),
  alternativeEmail: z.string().optional(),
  phone: z.string().optional(),
  twoFactor: z.object({ email: z.boolean(), phone: z.boolean() }),
  admin: z.boolean(),
  style: writingStyle.default({}),
  actingAdministrator: z.literal(true).optional(),
  createdAt: z.iso.datetime(),
})
export type Account = z.infer<typeof account>

/**
 * The request header in which a page of the portal names the account for which it was opened, as `portalAccountOf`
 * writes it. All tabs of a browser share the portal's cookie, so a sign-in in another tab can replace the cookie. The
 * server refuses a call if the header names another account than the cookie.
 */
export const portalAccountHeader = 'portal-account'

/**
 * Returns the value of `portalAccountHeader` for an account. While an administrator acts as a person, the value differs
 * from the value of that person's own sessions.
 */
export const portalAccountOf = ({ id, actingAdministrator }: { id: string; actingAdministrator?: boolean }): string =>
  actingAdministrator === true ? `acting-${id}` : id

/**
 * The tokens that a person gets by signing in. They are random texts. `expiresAt`: when the access token expires.
 * `userId`: the person whose session it is. Absent if an earlier version of the server has sent the answer.
 */
export const session = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAt: z.iso.datetime(),
  userId: z.string().optional(),
})
export type Session = z.infer<typeof session>

/** The answer to a sign-in: the session, or a ticket for the code that is needed as second factor (product 12.1). */
export const signIn = z.union([session, z.object({ secondFactor: z.enum(['email', 'phone']), ticket: z.string() })])
export type SignIn = z.infer<typeof signIn>

export const registration = z.union([session, ticket])
export type Registration = z.infer<typeof registration>
