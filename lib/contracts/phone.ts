import { z } from 'zod'

type ReadNumber = typeof import('./phone-numbers.ts').readNumber

let readNumber: ReadNumber | null = null

/**
 * Loads the numbering plans of all countries (300 KB), without which `phone` reads nothing. The server loads them when it
 * starts; a page loads them with the first input for a phone number.
 */
export async function loadPhoneNumbers(): Promise<void> {
  readNumber ??= (await import('./phone-numbers.ts')).readNumber
}

/**
 * Types of phone numbers to which no text message is sent. A message to a number with the type PREMIUM_RATE or
 * SHARED_COST is expensive. Nobody can read a message that is sent to a number with one of the other types.
 */
const withoutMessages = new Set(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'VOICEMAIL', 'PAGER'])

export const phoneNeeded =
  'Enter the whole phone number with its country code, such as +1 202 555 0123. Check that no digit is missing.'

/**
 * A phone number to which codes can be sent. Parsed to E.164, such as +12025550123, so that one number has one
 * spelling. Throws an error before `loadPhoneNumbers` has ended.
 */
export const phone = z
  .string()
  .max(40, phoneNeeded)
  .transform((text, context) => {
    if (readNumber === null) throw new Error('The numbering plans are not loaded.')
    const parsed = readNumber(text.trim())
    if (parsed === null) {
      context.addIssue({ code: 'custom', message: phoneNeeded })
      return z.NEVER
    }
    if (withoutMessages.has(parsed.type ?? '')) {
      context.addIssue({ code: 'custom', message: 'No text message can be sent to this number. Use a mobile number.' })
      return z.NEVER
    }
    return parsed.number
  })
