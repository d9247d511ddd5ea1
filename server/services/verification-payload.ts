import { z } from 'zod'
import { provider, signInMethod } from '../../lib/contracts/index.ts'
import { payload } from '../store/payload.ts'
import type { verifications } from '../store/schema/index.ts'

export type Purpose = (typeof verifications.$inferSelect)['purpose']

export const contact = z.object({ channel: z.enum(['mail', 'text']), to: z.string() })
export type Contact = z.infer<typeof contact>

/**
 * For each purpose of a code, what is stored until the code is entered. Null: the code only proves the email or the
 * phone.
 */
const requests = {
  register: z.object({
    contact,
    passwordHash: z.string(),
    name: z.string().nullable(),
    device: z.string().optional(),
  }),
  /**
   * How the person has proved the first factor, such as by email or by Google. Null in a row that an older version of
   * the server stored; the method was then email.
   */
  'second-factor': z
    .object({
      method: signInMethod,
      /**
       * The value of `users.sessionEndings` when the first factor was checked. Absent in a row that an older version of
       * the server stored.
       */
      sessionEndings: z.number().optional(),
    })
    .nullable(),
  link: z.object({ provider, subject: z.string() }),
  'sign-in': z.null(),
  'reset-password': z.null(),
  email: z.null(),
  'alternative-email': z.null(),
  phone: z.null(),
  /** As `phone`, but the password still has to be checked together with the code. */
  'phone-without-password': z.null(),
  'sign-up': z.null(),
  /**
   * The seat to which the link invites. `vouched`: a manager of the directory copied the link, so that it proves no email
   * address (product 12.108).
   */
  invitation: z.object({ directoryId: z.uuid(), roleId: z.uuid(), vouched: z.boolean() }),
} satisfies Record<Purpose, z.ZodType>

export type RequestOf<For extends Purpose> = z.infer<(typeof requests)[For]>

const storedPayload = payload(contact.extend({ request: z.unknown() }), 2, {
  // Version 1 allowed registrations by email only, and stored the address as `email`.
  1: (earlier) => {
    const byEmail = z.looseObject({ email: z.string() }).safeParse(earlier.request)
    if (!byEmail.success) return earlier
    const { email, ...request } = byEmail.data
    return { ...earlier, request: { ...request, contact: { channel: 'mail', to: email } } }
  },
})

export const writePayload = <For extends Purpose>(to: Contact, request: RequestOf<For>): unknown =>
  storedPayload.write({ ...to, request })

/** Parses the stored payload. Throws UnknownPayload for an unknown version, and ZodError for a wrong shape. */
export function readPayload<For extends Purpose>(purpose: For, value: unknown): Contact & { request: RequestOf<For> } {
  const { channel, to, request } = storedPayload.read(value)
  // TypeScript cannot infer that the schema of a purpose returns the type for the same purpose.
  return { channel, to, request: requests[purpose].parse(request) as RequestOf<For> }
}
