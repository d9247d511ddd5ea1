import { createSignIn } from '../api/index.ts'
import type { Session } from '../contracts/index.ts'
import { client, emailOf } from './api.ts'
import { observable } from './observable.ts'
import { leave } from './sign-out.ts'
import { storedEmail, storedSession } from './stored.ts'

type AccountState =
  | { status: 'unknown' }
  | { status: 'signed-out'; ended: boolean }
  | { status: 'signed-in'; email: string }

/** The account that is signed in on this browser profile. Panel and settings page share this state. */
export function createAccount() {
  let leaving = false
  const state = observable<AccountState>({ status: 'unknown' }, () => {
    void storedSession.read().then(tell)
    return storedSession.watch(tell)
  })

  async function tell(session: Session | null) {
    if (session) return state.set({ status: 'signed-in', email: await storedEmail.read() })
    state.set({ status: 'signed-out', ended: state.get().status === 'signed-in' && !leaving })
    leaving = false
  }

  async function enter(email: string, session: Session) {
    // Lower case, because stored work and recordings use the email as key. The same user may type it differently.
    await storedEmail.write(email.toLowerCase())
    await storedSession.write(session)
  }

  return {
    subscribe: state.subscribe,
    ...createSignIn({ client, device: 'Chartside panel', emailOf, enter }),
    /** Stores the new email address of the signed-in person. */
    async emailChanged(email: string): Promise<void> {
      await storedEmail.write(email.toLowerCase())
      state.set({ status: 'signed-in', email: email.toLowerCase() })
    },
    /** Removes the local session even when the server cannot be reached. */
    async signOut(): Promise<void> {
      leaving = true
      await leave()
    },
  }
}
