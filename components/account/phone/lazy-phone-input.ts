import { lazy } from 'react'
import { loadPhoneNumbers } from '../../../lib/contracts/phone.ts'

/** The input for a phone number. It is loaded with the numbering plans when it is shown, because few people need it. */
export const PhoneInput = lazy(async () => {
  const [module] = await Promise.all([import('./phone-input.tsx'), loadPhoneNumbers()])
  return { default: module.PhoneInput }
})
