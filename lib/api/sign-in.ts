import { publicEndpoints, type Session, signInEndpoints } from '../contracts/index.ts'
import type { Client } from './client.ts'

/** A sign-in that waits for the code of a mail. */
export interface CodeStep {
  /** What the code does: it completes a registration or a sign-in, or allows a new password. */
  for: 'registration' | 'sign-in' | 'second-factor' | 'new-password'
  email: string
  ticket: string
}

interface Credentials {
  email: string
  password: string
}

/**
 * The ways to sign in. Each one resolves with null when the person is signed in, or with the step that needs a code. All
 * of them reject with an `ApiError`.
 */
export interface SignIn {
  signIn(credentials: Credentials): Promise<CodeStep | null>
  register(credentials: Credentials): Promise<CodeStep | null>
  /** Sends a code with which the person signs in without the password. */
  sendCode(email: string): Promise<CodeStep>
  /** Sends a code for a new password. */
  forgotPassword(email: string): Promise<CodeStep>
  /** Enters the code. `password` is the new one, for the step `new-password`. */
  enterCode(step: CodeStep, entered: { code: string; password: string }): Promise<CodeStep | null>
  /** Makes the code of a step useless. The person may go back without an answer, so a failure is ignored. */
  cancel(step: CodeStep): void
}

/** `device` is shown in the list of sessions. `enter` stores the session of a person who has signed in. */
export function createSignIn(
  client: Pick<Client, 'call'>,
  device: string,
  enter: (email: string, session: Session) => Promise<void>,
): SignIn {
  const entered = async (email: string, session: Session): Promise<null> => {
    await enter(email, session)
    return null
  }

  async function signIn({ email, password }: Credentials): Promise<CodeStep | null> {
    const answer = await client.call(publicEndpoints.loginEmail, { body: { email, password, device } })
    return 'secondFactor' in answer ? { for: 'second-factor', email, ticket: answer.ticket } : entered(email, answer)
  }

  return {
    signIn,
    async register({ email, password }) {
      const answer = await client.call(publicEndpoints.register, { body: { email, password, device } })
      return 'ticket' in answer ? { for: 'registration', email, ticket: answer.ticket } : entered(email, answer)
    },
    async sendCode(email) {
      const answer = await client.call(signInEndpoints.generateOneTimeCode, { body: { email } })
      if (!('ticket' in answer)) throw new Error('The server answered without a ticket.')
      return { for: 'sign-in', email, ticket: answer.ticket }
    },
    async forgotPassword(email) {
      const { ticket } = await client.call(signInEndpoints.startPasswordReset, { query: { email } })
      return { for: 'new-password', email, ticket }
    },
    async enterCode({ for: purpose, email, ticket }, { code, password }) {
      const body = { ticket, code, device }
      switch (purpose) {
        case 'registration':
          return entered(email, await client.call(signInEndpoints.confirmRegistration, { body }))
        case 'sign-in':
          return entered(email, await client.call(signInEndpoints.signInWithOneTimeCode, { body }))
        case 'second-factor':
          return entered(email, await client.call(signInEndpoints.signInWithSecondFactor, { body }))
        case 'new-password':
          await client.call(signInEndpoints.resetPassword, { body: { ticket, code, password } })
          return signIn({ email, password })
      }
    },
    cancel({ for: purpose, ticket }) {
      const cancelled =
        purpose === 'registration'
          ? client.call(signInEndpoints.cancelRegistration, { query: { ticket } })
          : purpose === 'new-password'
            ? client.call(signInEndpoints.cancelPasswordReset, { query: { ticket } })
            : purpose === 'sign-in'
              ? client.call(signInEndpoints.clearOneTimeCode, { body: { ticket } })
              : Promise.resolve()
      cancelled.catch(() => undefined)
    },
  }
}
