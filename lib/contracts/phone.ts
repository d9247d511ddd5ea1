import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { z } from 'zod'

/**
 * Types of phone numbers to which no text message is sent. A message to a number with the type PREMIUM_RATE or
 * SHARED_COST is expensive. Nobody can read a message that is sent to a number with one of the other types.
 */
const withoutMessages = new Set(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'VOICEMAIL', 'PAGER'])

export const phoneNeeded =
  'Enter the whole phone number with its country code, such as +1 202 555 0123. Check that no digit is missing.'

/**
 * A phone number to which codes can be sent. Parsed to E.164, such as +12025550123, so that one number has one
 * spelling.
 */
export const phone = z
  .string()
  .max(40, phoneNeeded)
  .transform((text, context) => {
    const parsed = parsePhoneNumberFromString(text.trim(), { extract: false })
    if (parsed === undefined || !parsed.isValid() || parsed.ext !== undefined) {
      context.addIssue({ code: 'custom', message: phoneNeeded })
      return z.NEVER
    }
    if (withoutMessages.has(parsed.getType() ?? '')) {
      context.addIssue({ code: 'custom', message: 'No text message can be sent to this number. Use a mobile number.' })
      return z.NEVER
    }
    return parsed.number as string
  })
