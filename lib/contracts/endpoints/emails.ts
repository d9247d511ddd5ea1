import { z } from 'zod'
import { email } from '../account.ts'
import { endpoint } from '../endpoint.ts'

/** The mails that a person can ask the server to send. The caller cannot change their texts (product 12.17). */
const template = z.enum(['getting-started'])
const emptyResponse = z.object({})
const mailErrors = ['no_mail', 'too_many_requests'] as const

export const emailEndpoints = {
  sendEmail: endpoint({
    method: 'POST',
    path: '/user/email/send',
    audience: 'user',
    summary: 'Sends a mail with fixed words to oneself.',
    body: z.strictObject({ template }),
    response: emptyResponse,
    errors: mailErrors,
  }),
  sendAnyEmail: endpoint({
    method: 'POST',
    path: '/user/email/send-any',
    audience: 'user',
    summary:
      'Sends a mail with fixed words to members of the directory in which this session acts. An administrator may send it to every user.',
    body: z.strictObject({ template, to: z.array(email).min(1).max(20) }),
    response: emptyResponse,
    errors: ['not_found', ...mailErrors],
  }),
  askForLicense: endpoint({
    method: 'POST',
    path: '/user/email/license-limit',
    audience: 'user',
    summary: 'Asks those who manage the licences of the directory for more credits.',
    response: emptyResponse,
    errors: ['conflict', ...mailErrors],
  }),
} as const
