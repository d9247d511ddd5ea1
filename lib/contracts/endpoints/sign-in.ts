import { z } from 'zod'
import { email, enteredCode, linkState, newPassword, personName, session, ticket, ticketText } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { phone } from '../phone.ts'
import { device } from './public.ts'

const byTicket = z.strictObject({ ticket: ticketText })
const emptyResponse = z.object({})
const codeErrors = ['wrong_code', 'too_many_requests'] as const
const mailErrors = ['no_mail', 'too_many_requests'] as const
const textErrors = ['no_text', 'too_many_requests'] as const

export const signInEndpoints = {
  confirmRegistration: endpoint({
    method: 'PUT',
    path: '/user/register',
    audience: 'public',
    summary: 'Enters the code of a registration: creates the account and signs in.',
    body: enteredCode.extend({ device }),
    response: session,
    errors: codeErrors,
  }),
  getRegistration: endpoint({
    method: 'GET',
    path: '/user/register',
    audience: 'public',
    summary:
      'Whether the code of a registration, or the link of a mail or an invitation, can still be used, and what an invitation offers.',
    query: byTicket,
    response: linkState,
    errors: ['too_many_requests'],
  }),
  cancelRegistration: endpoint({
    method: 'DELETE',
    path: '/user/register',
    audience: 'public',
    summary: 'Cancels a registration. Its code no longer works.',
    query: byTicket,
    response: emptyResponse,
    errors: ['too_many_requests'],
  }),
  startPasswordReset: endpoint({
    method: 'GET',
    path: '/user/password/reset-email',
    audience: 'public',
    summary: 'Sends a code for a new password. Answers alike for a known and an unknown person.',
    query: z.strictObject({ email }),
    response: ticket,
    errors: mailErrors,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/user/password/reset-email',
    audience: 'public',
    summary: 'Changes a forgotten password with the code that was sent, and ends every session.',
    body: enteredCode.extend({ password: newPassword }),
    response: emptyResponse,
    errors: codeErrors,
  }),
  cancelPasswordReset: endpoint({
    method: 'DELETE',
    path: '/user/password/reset-email',
    audience: 'public',
    summary: 'Cancels the change of a password. Its code no longer works.',
    query: byTicket,
    response: emptyResponse,
    errors: ['too_many_requests'],
  }),
  startPasswordResetByPhone: endpoint({
    method: 'GET',
    path: '/user/password/reset-phone',
    audience: 'public',
    summary: 'Sends a code for a new password to a phone. Answers alike for a known and an unknown number.',
    query: z.strictObject({ phone }),
    response: ticket,
    errors: textErrors,
  }),
  resetPasswordByPhone: endpoint({
    method: 'POST',
    path: '/user/password/reset-phone',
    audience: 'public',
    summary: 'Changes a forgotten password with the code that was sent to the phone, and ends every session.',
    body: enteredCode.extend({ password: newPassword }),
    response: emptyResponse,
    errors: codeErrors,
  }),
  cancelPasswordResetByPhone: endpoint({
    method: 'DELETE',
    path: '/user/password/reset-phone',
    audience: 'public',
    summary: 'Cancels the change of a password. Its code no longer works.',
    query: byTicket,
    response: emptyResponse,
    errors: ['too_many_requests'],
  }),
  sendSignUpLink: endpoint({
    method: 'POST',
    path: '/user/email/email-signup',
    audience: 'public',
    summary:
      'Sends a mail with a link on which an account can be made within a day. Answers alike for a known and an unknown person.',
    body: z.strictObject({ email }),
    response: emptyResponse,
    errors: ['registration_closed', ...mailErrors],
  }),
  signUpWithLink: endpoint({
    method: 'POST',
    path: '/user/register/email-link',
    audience: 'public',
    summary:
      'Creates the account of the email address of a link, and signs in. The link of an invitation also works while registering is closed, and gives the seat.',
    body: z.strictObject({ ticket: ticketText, password: newPassword, name: personName.optional(), device }),
    response: session,
    errors: ['registration_closed', 'already_registered', 'sign_in_refused', 'forbidden', ...codeErrors],
  }),
  generateOneTimeCode: endpoint({
    method: 'POST',
    path: '/user/login/generate-otc',
    audience: 'public',
    summary:
      'With `email` or `phone`: sends a code for signing in, alike for a known and an unknown person. Signed in and without a body: a hand-over secret that signs in once within 60 s.',
    body: z
      .strictObject({ email: email.optional(), phone: phone.optional() })
      .refine(
        (body) => body.email === undefined || body.phone === undefined,
        'Send either an email address or a phone number, not both.',
      )
      .nullish(),
    // The handler reads the header `authorization`, which is optional here. The schema accepts all headers and names
    // none, because the API document cannot list this header as a parameter.
    headers: z.looseObject({}),
    response: z.union([ticket, z.object({ secret: z.string(), expiresAt: z.iso.datetime() })]),
    errors: ['not_signed_in', 'session_ended', 'no_text', ...mailErrors],
  }),
  signInWithOneTimeCode: endpoint({
    method: 'POST',
    path: '/user/login/with-otc',
    audience: 'public',
    summary: 'Signs in with the code that was sent, or with a hand-over secret.',
    body: z.union([enteredCode.extend({ device }), z.strictObject({ secret: ticketText, device })]),
    response: session,
    errors: ['session_ended', 'sign_in_refused', ...codeErrors],
  }),
  clearOneTimeCode: endpoint({
    method: 'POST',
    path: '/user/login/clear-otc',
    audience: 'public',
    summary: 'Cancels a code for signing in.',
    body: byTicket,
    response: emptyResponse,
    errors: ['too_many_requests'],
  }),
  signInWithSecondFactor: endpoint({
    method: 'POST',
    path: '/user/login/2fa-email',
    audience: 'public',
    summary: 'Completes a sign-in with the code that was sent as second factor.',
    body: enteredCode.extend({ device }),
    response: session,
    errors: ['session_ended', 'sign_in_refused', ...codeErrors],
  }),
  signInWithSecondFactorByPhone: endpoint({
    method: 'POST',
    path: '/user/login/2fa-phone',
    audience: 'public',
    summary: 'Completes a sign-in with the code that was sent to the phone as second factor.',
    body: enteredCode.extend({ device }),
    response: session,
    errors: ['session_ended', 'sign_in_refused', ...codeErrors],
  }),
} as const
