import { isOwner, type Person } from '../../contracts/person.ts'
import type { Remainder } from '../../contracts/recording-key.ts'
import type { Erasure, ErasureRecord, JournalStore, KeptRecording } from './store.ts'

export interface ErasingPorts {
  store: JournalStore
  serverUrl: string
  account: () => Promise<Person | null>
  /**
   * Asks the server to never unwrap this recording's key again and, if `words` is set, to delete its transcript.
   * Resolves with the data of the recording that the server still has. Resolves with null if the server does not report
   * these data. Rejects when the call fails, or when the signed-in account is not the owner.
   */
  forget: (erasure: Erasure) => Promise<readonly Remainder[] | null>
}

export interface Erasing {
  /**
   * Deletes a recording. `words`: delete its transcript, too. `asked`: true if a person or the policy wants the
   * recording erased. A record of the erasure is then stored. False if the recording was sent completely, or contains
   * no audio.
   */
  erase(id: string, kept: KeptRecording | undefined, what: { words: boolean; asked: boolean }): Promise<void>
  /**
   * Sends the stored erasures of the signed-in account to the server. If sending an erasure fails, this function does
   * not reject, and the erasure stays stored for the next call.
   */
  tellErasures(): Promise<void>
}

/**
 * The value of `told` in an erasure record if the server has neither the key nor a transcript of the recording. Then no
 * erasure request is sent.
 */
const nothing = () => ({ at: Date.now(), remains: [] })

export function createErasing(ports: ErasingPorts): Erasing {
  const { store } = ports
  /**
   * Returns true if the erasure may be sent now. An erasure must go to the server of the recording, as the account that
   * owns the recording. Another server, or the same server for another account, would answer 404, and the erasure would
   * count as done.
   */
  const isDue = ({ serverUrl = ports.serverUrl, owner = null }: Erasure, account: Person | null) =>
    serverUrl === ports.serverUrl && (owner === null || (account !== null && isOwner(owner, account)))
  const tell = async (erasures: readonly Erasure[]) => {
    const account = await ports.account()
    for (const erasure of erasures.filter((one) => isDue(one, account))) {
      try {
        const remains = await ports.forget(erasure)
        await store.confirmErasure(erasure.id, { at: Date.now(), remains })
      } catch {
        // The erasure stays stored, and is sent by the next call.
      }
    }
  }

  return {
    async erase(id, recording, { words, asked: isAsked }) {
      const { serverUrl = ports.serverUrl, skipSave = false, owner = null, sent: isSent = false } = recording ?? {}
      // The server may have a transcript of the recording: one that must be deleted (`words`), or one that stays on the
      // server because everything except some parts was sent (`sent`). In both cases an erasure is sent, because only
      // the server's answer says which data the server still has.
      const isOnServer = !skipSave && (words || (isAsked && isSent))
      const untold = recording?.key.kind !== 'local' || isOnServer
      const erasure = untold ? { id, words: words && !skipSave, serverUrl, owner } : null
      const record: ErasureRecord | null =
        isAsked && recording
          ? {
              id,
              at: Date.now(),
              serverUrl,
              key: recording.key.kind,
              words: words && !skipSave,
              told: untold ? null : nothing(),
            }
          : null
      await store.remove(id, erasure, record)
      // Do not wait for the network. The erasure is stored, and sent later if this call fails.
      if (erasure !== null) tell([erasure]).catch(() => {})
    },
    async tellErasures() {
      await tell(await store.erasures())
    },
  }
}
