import { z } from 'zod'

export const email = z.email().max(254)
/** At least 10 characters. There is no other rule, because the length is what protects a password. */
export const newPassword = z.string().min(10, 'Use at least 10 characters.').max(200)

/** The account of the signed-in user (product 3.15). */
export const account = z.object({
  id: z.uuid(),
  email: z.string(),
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

/** Either a session, or the second factor that is still required (product 12.1). */
export const signIn = z.union([session, z.object({ secondFactor: z.enum(['email', 'phone']), ticket: z.string() })])
export type SignIn = z.infer<typeof signIn>
