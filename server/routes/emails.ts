import type { endpoints } from '../../lib/contracts/index.ts'
import { askForLicense, sendToMembers, sendToOneself } from '../services/emails.ts'
import type { Handlers } from './handler.ts'

export const emailHandlers: Handlers<(typeof endpoints)['emails'], 'user'> = {
  sendEmail: async ({ context, principal, body }) => {
    await sendToOneself(context, principal, body.template)
    return {}
  },
  sendAnyEmail: async ({ context, principal, body }) => {
    await sendToMembers(context, principal, body)
    return {}
  },
  askForLicense: async ({ context, principal }) => {
    await askForLicense(context, principal)
    return {}
  },
}
