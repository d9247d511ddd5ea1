import { browser } from 'wxt/browser'
import { createSignIn } from '../api/index.ts'
import { type Session, signInEndpoints } from '../contracts/index.ts'
import type { Person } from '../contracts/person.ts'
import { client, emailOf } from './api.ts'
import { storedDrafts } from './drafts.ts'
import { door } from './egress.ts'
import { observable } from './observable.ts'
import { providerPage } from './provider-page.ts'
import { forgetData, leave } from './sign-out.ts'
import { readPerson, storedEmail, storedEnding, storedSession, storedSettings, storedUserId } from './stored.ts'

type AccountState =
  | { status: 'unknown' }
  | { status: 'signed-out'; ended: boolean; because?: string }
  | ({ status: 'signed-in' } & Person)

export function createAccount() {
  let leaving = false
  const state = observable<AccountState>({ status: 'unknown' }, () => {
    void storedSession.read().then(tell)
    return storedSession.watch(tell)
  })

  async function tell(session: Session | null) {
    const person = session && (await readPerson())
    if (person) return state.set({ status: 'signed-in', ...person })
    const because = await storedEnding.read()
    const isEnded = (state.get().status === 'signed-in' || because !== '') && !leaving
    state.set({ status: 'signed-out', ended: isEnded, ...(because === '' ? {} : { because }) })
    leaving = false
  }

  async function enter(email: string, session: Session) {
    // Store the email in lower case, because stored changes of templates use the email as key. The same user may type
    // capital letters at another sign-in.
    const newEmail = email.toLowerCase()
    // Another person may have been signed in before, whose session expired without a sign-out. Remove the stored data
    // of that person.
    if (newEmail !== (await storedEmail.read())) await forgetData()
    await storedEmail.write(newEmail)
    await storedUserId.write(session.userId ?? '')
    await storedSession.write(session)
  }

  return {
    subscribe: state.subscribe,
    ...createSignIn({ client, device: 'Chartside panel', emailOf, enter, page: providerPage }),
    /**
     * Opens the portal in a tab, and signs the user in there. The secret in the address works once, within 60 s. The
     * portal removes the secret from the address and from the history.
     */
    async openPortal(): Promise<void> {
      const answer = await client.call(signInEndpoints.generateOneTimeCode, { body: null })
      if (!('secret' in answer))
        throw new Error('The portal could not be opened, because the answer of the server was not complete. Try again.')
      const { serverUrl } = await storedSettings.read()
      const url = `${serverUrl}/portal/#otc=${answer.secret}`
      await door.list({ url, kind: 'portal', bytes: answer.secret.length })
      await browser.tabs.create({ url })
    },
    async emailChanged(email: string): Promise<void> {
      await storedEmail.write(email.toLowerCase())
      await tell(await storedSession.read())
    },
    async signOut(): Promise<void> {
      leaving = true
      const person = await readPerson()
      await leave()
      if (person) await storedDrafts.erase(person)
    },
  }
}
