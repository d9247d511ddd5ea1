import { z } from 'zod'
import { limits } from './limits.ts'

export const email = z.email().max(254)
/**
 * Returns true if a person has an email address. If a person registered by phone and has given no email address,
 * `email` contains the phone, such as +12025550123 (product 12.90).
 */
export const hasEmailAddress = (person: { email: string }): boolean => person.email.includes('@')
/**
 * A new password has at least 10 characters. There is no other rule, because the length is what protects a password.
 */
export const newPassword = z.string().min(10, 'Use at least 10 characters.').max(200)

/** The name of a person, as other people see it. */
export const personName = z.string().trim().min(1, 'Enter a name.').max(limits.nameMax)

/**
 * The response of a call that starts a verification (product 12.7). The client sends the ticket back together with the
 * code.
 */
export const ticket = z.object({ ticket: z.string() })
/** The ticket and the code of a verification, as the client sends them. */
export const ticketText = z.string().min(1).max(200)
export const enteredCode = z.strictObject({
  ticket: ticketText,
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Enter the 6 digits of the code.'),
})

/** The account of the signed-in user (product 3.15). */
export const account = z.object({
  id: z.uuid(),
  /** The phone, if the person registered by phone and has given no email address; see `hasEmailAddress`. */
  email: z.string(),
  /** Absent: the person has not given a name. */
  name: z.string().optional(),
  alternativeEmail: z.string().optional(),
  phone: z.string().optional(),
  twoFactor: z.object({ email: z.boolean(), phone: z.boolean() }),
  admin: z.boolean(),
  /** True if an administrator acts as this person. Screens then show a permanent notice. */
  actingAdministrator: z.literal(true).optional(),
  createdAt: z.iso.datetime(),
})
export type Account = z.infer<typeof account>

/** The result of a sign-in: opaque tokens. `expiresAt` is when the access token expires. */
export const session = z.object({ accessToken: z.string(), refreshToken: z.string(), expiresAt: z.iso.datetime() })
export type Session = z.infer<typeof session>

/** The response to a sign-in: a session, or the second factor that is required in addition (product 12.1). */
export const signIn = z.union([session, z.object({ secondFactor: z.enum(['email', 'phone']), ticket: z.string() })])
export type SignIn = z.infer<typeof signIn>

/** A new account: its session, or the ticket of the code that must be entered first. */
export const registration = z.union([session, ticket])
export type Registration = z.infer<typeof registration>
