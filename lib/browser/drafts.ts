import { browser } from 'wxt/browser'
import { z } from 'zod'
import { isOwner, ownerOf, type Person } from '../contracts/person.ts'
import { policyAllows } from '../policy/index.ts'
import { openBoxes } from './boxes.ts'
import { organisationPolicy } from './policy.ts'

/** Begins the storage key of every draft. The rest of the key is the owner and the panel. */
const prefix = 'draft:'
/** The keys of the one draft that all panels shared in earlier versions. */
const shared = { text: 'draft', at: 'draft-at' } as const
const dayMs = 24 * 60 * 60_000

/**
 * Text that a person has typed into a panel and not sent yet, so that closing the panel loses nothing. It may name a
 * patient, so it is only in memory and never on the disk. `box`: the name of the panel (see `boxes.ts`). `at`: the time
 * of the last change, `erasedAt`: when the text was erased because of the policy, both in epoch milliseconds.
 */
const shape = z.object({
  owner: z.string(),
  box: z.string(),
  text: z.string(),
  at: z.number(),
  erasedAt: z.number().nullable(),
})
type Kept = z.output<typeof shape>
type Draft = Kept & { id: string }

const area = () => browser.storage.session
/** Only one page at a time may erase or take drafts. Otherwise two panels could both take over the same draft. */
const alone = <T>(task: () => Promise<T>): Promise<T> => navigator.locks.request('chartside.drafts', task)

async function readAll(): Promise<Draft[]> {
  const all = Object.entries(await area().get(null))
  const found = all.flatMap(([id, value]): Draft[] => {
    const kept = id.startsWith(prefix) ? shape.safeParse(value).data : undefined
    return kept ? [{ ...kept, id }] : []
  })
  const values = Object.fromEntries(all)
  const [text, at] = [values[shared.text], values[shared.at]]
  if (typeof text !== 'string' || text === '') return found
  // The text itself names its owner (`readDraft`). Which panel it came from is not known.
  const since = typeof at === 'number' ? at : Date.now()
  return [...found, { id: shared.text, owner: '', box: '', text, at: since, erasedAt: null }]
}

const write = (id: string, kept: Kept) => area().set({ [id]: kept })

/** Returns all drafts. Text that is older than the organisation allows is erased first. */
async function current(): Promise<Draft[]> {
  const [drafts, reading] = await Promise.all([readAll(), organisationPolicy.read()])
  const mayKeep = ({ at }: Draft) =>
    policyAllows(reading, { kind: 'keep-text', ageDays: (Date.now() - at) / dayMs }) === null
  const checked = drafts.map(async (draft): Promise<Draft> => {
    if (draft.text === '' || mayKeep(draft)) return draft
    const { id, ...kept } = { ...draft, text: '', erasedAt: Date.now() }
    if (id === shared.text) await area().remove([shared.text, shared.at])
    else await write(id, kept)
    return { id, ...kept }
  })
  return Promise.all(checked)
}

/** The drafts of all panels. */
export const storedDrafts = {
  /**
   * Erases the text that is older than the organisation allows. Returns true if there is text left of this person, or of
   * anybody if no person is given.
   */
  hasText: (person?: Person): Promise<boolean> =>
    alone(async () => {
      // The text of an earlier version names its owner only inside, so it counts for everybody.
      const isAsked = ({ owner }: Draft) => person === undefined || owner === '' || isOwner(owner, person)
      return (await current()).some((draft) => isAsked(draft) && draft.text.trim() !== '')
    }),
  /** Erases the drafts of this person in all panels. */
  erase: (person: Person): Promise<void> =>
    alone(async () => {
      const own = (await readAll()).filter(({ owner }) => isOwner(owner, person))
      await area().remove(own.map(({ id }) => id))
    }),
}

/** The draft of one panel, of each person who uses it. */
export function draftOfPanel(box: string) {
  /** The texts of this panel that were read or written last, by owner. */
  const latest = new Map<string, { id: string; text: string }>()
  const ownOf = (person: Person, drafts: Draft[]) =>
    drafts.find((draft) => draft.box === box && isOwner(draft.owner, person))
  return {
    read: (person: Person): Promise<string> =>
      alone(async () => {
        const owner = ownerOf(person)
        const { id, text } = ownOf(person, await current()) ?? { id: `${prefix}${owner}:${box}`, text: '' }
        latest.set(owner, { id, text })
        return text
      }),
    /**
     * Writes the draft. The code of a closed page does not go on after an `await`, so this function takes no lock and reads
     * nothing: the text is on its way to the storage when it returns. No other page writes the draft of an open panel.
     */
    async write(person: Person, text: string): Promise<void> {
      const owner = ownerOf(person)
      // If the user id has become known since, the text is kept under the email. A second draft must not be made.
      const before = latest.get(owner) ?? latest.get(person.email) ?? { id: `${prefix}${owner}:${box}`, text: '' }
      if (text === before.text) return
      latest.set(owner, { ...before, text })
      await write(before.id, { owner, box, text, at: Date.now(), erasedAt: null })
    },
    erase: storedDrafts.erase,
    /** Returns when the draft of this panel was last erased because of the policy, in epoch milliseconds. */
    erasedAt: (person: Person): Promise<number | null> =>
      alone(async () => ownOf(person, await current())?.erasedAt ?? null),
    /**
     * Returns the drafts whose panel does not exist any more, and the draft of an earlier version. The text of each
     * names its owner.
     */
    lost: (person: Person): Promise<{ id: string; text: string }[]> =>
      alone(async () => {
        const open = await openBoxes()
        const isLost = (draft: Draft) =>
          draft.text !== '' &&
          (draft.id === shared.text || (isOwner(draft.owner, person) && draft.box !== box && !open.has(draft.box)))
        return (await current()).filter(isLost).map(({ id, text }) => ({ id, text }))
      }),
    /** Removes a lost draft and returns its text. Null: another panel has taken it. */
    take: (id: string): Promise<string | null> =>
      alone(async () => {
        const found = (await readAll()).find((draft) => draft.id === id)
        await area().remove(id === shared.text ? [shared.text, shared.at] : [id])
        return found?.text ?? null
      }),
  }
}
