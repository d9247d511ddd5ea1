import type { endpoints } from '../../lib/contracts/index.ts'
import { resolvePerson } from '../authority/index.ts'
import {
  confirmRegistration,
  createHandOver,
  enterWithSecondFactor,
  getLink,
  resetPassword,
  sendSignInCode,
  sendSignUpLink,
  signInWithCode,
  signInWithHandOver,
  signUpWithLink,
  startPasswordReset,
} from '../services/sign-in/index.ts'
import { cancelVerification, verificationStatus } from '../services/verifications.ts'
import type { Handlers } from './handler.ts'

export const signInHandlers: Handlers<(typeof endpoints)['signIn'], 'public'> = {
  confirmRegistration: ({ context, principal, body }) => confirmRegistration(context, principal, body),
  getRegistration: async ({ context, query }) => {
    const status = await verificationStatus(context, 'register', query.ticket)
    return status === 'expired' ? ((await getLink(context, query.ticket)) ?? { status }) : { status }
  },
  cancelRegistration: async ({ context, query }) => {
    await cancelVerification(context, 'register', query.ticket)
    return {}
  },
  startPasswordReset: ({ context, principal, query }) =>
    startPasswordReset(context, principal, { channel: 'mail', to: query.email }),
  resetPassword: async ({ context, principal, body }) => {
    await resetPassword(context, principal, body)
    return {}
  },
  cancelPasswordReset: async ({ context, query }) => {
    await cancelVerification(context, 'reset-password', query.ticket)
    return {}
  },
  startPasswordResetByPhone: ({ context, principal, query }) =>
    startPasswordReset(context, principal, { channel: 'text', to: query.phone }),
  resetPasswordByPhone: async ({ context, principal, body }) => {
    await resetPassword(context, principal, body)
    return {}
  },
  cancelPasswordResetByPhone: async ({ context, query }) => {
    await cancelVerification(context, 'reset-password', query.ticket)
    return {}
  },
  sendSignUpLink: async ({ context, principal, body }) => {
    await sendSignUpLink(context, principal, body.email)
    return {}
  },
  signUpWithLink: ({ context, principal, body }) => signUpWithLink(context, principal, body),
  generateOneTimeCode: async ({ context, principal, body, headers }) => {
    if (body?.email !== undefined) return sendSignInCode(context, principal, { channel: 'mail', to: body.email })
    if (body?.phone !== undefined) return sendSignInCode(context, principal, { channel: 'text', to: body.phone })
    const authorization = typeof headers.authorization === 'string' ? headers.authorization : undefined
    const person = await resolvePerson(
      'generateOneTimeCode',
      { headers: { authorization }, ip: principal.address },
      context,
    )
    return createHandOver(context, person)
  },
  signInWithOneTimeCode: ({ context, principal, body }) =>
    'secret' in body ? signInWithHandOver(context, principal, body) : signInWithCode(context, principal, body),
  clearOneTimeCode: async ({ context, body }) => {
    await cancelVerification(context, 'sign-in', body.ticket)
    return {}
  },
  signInWithSecondFactor: ({ context, principal, body }) => enterWithSecondFactor(context, principal, body),
  signInWithSecondFactorByPhone: ({ context, principal, body }) => enterWithSecondFactor(context, principal, body),
}
