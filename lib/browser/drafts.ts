import { browser } from 'wxt/browser'
import { z } from 'zod'
import { isOwner, ownerOf, type Person } from '../contracts/person.ts'
import { policyAllows } from '../policy/index.ts'
import { openBoxes } from './boxes.ts'
import { organisationPolicy } from './policy.ts'
import { storedVisits } from './visits.ts'

const prefix = 'draft:'
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
const inTurn = <T>(task: () => Promise<T>): Promise<T> => navigator.locks.request('chartside.drafts', task)

async function readAll(): Promise<Draft[]> {
  const all = Object.entries(await area().get(null))
  const allDrafts = all.flatMap(([id, value]): Draft[] => {
    const storedDraft = id.startsWith(prefix) ? shape.safeParse(value).data : undefined
    return storedDraft ? [{ ...storedDraft, id }] : []
  })
  const values = Object.fromEntries(all)
  const [text, at] = [values[shared.text], values[shared.at]]
  if (typeof text !== 'string' || text === '') return allDrafts
  // This is the draft that all panels shared in earlier versions. Its owner is written inside the text (see
  // `readDraft`), and the panel in which the text was typed is not known. So `owner` and `box` are empty.
  const savedAt = typeof at === 'number' ? at : Date.now()
  return [...allDrafts, { id: shared.text, owner: '', box: '', text, at: savedAt, erasedAt: null }]
}

const write = (id: string, draft: Kept) => area().set({ [id]: draft })

async function current(): Promise<Draft[]> {
  const [drafts, reading] = await Promise.all([readAll(), organisationPolicy.read()])
  const mayKeep = ({ at }: Draft) =>
    policyAllows(reading, { kind: 'keep-text', ageDays: (Date.now() - at) / dayMs }) === null
  const checks = drafts.map(async (draft): Promise<Draft> => {
    if (draft.text === '' || mayKeep(draft)) return draft
    const { id, ...emptyDraft } = { ...draft, text: '', erasedAt: Date.now() }
    if (id === shared.text) await area().remove([shared.text, shared.at])
    else await write(id, emptyDraft)
    return { id, ...emptyDraft }
  })
  return Promise.all(checks)
}

export const storedDrafts = {
  /**
   * Erases the text that is older than the organisation allows. Returns true if a draft with text is left: a draft of
   * `person` or, without `person`, of anybody.
   */
  hasText: (person?: Person): Promise<boolean> =>
    inTurn(async () => {
      // An earlier version stored the owner only inside the text. A draft of that version counts as a draft of every
      // person.
      const isAsked = ({ owner }: Draft) => person === undefined || owner === '' || isOwner(owner, person)
      return (await current()).some((draft) => isAsked(draft) && draft.text.trim() !== '')
    }),
  erase: (person: Person): Promise<void> =>
    inTurn(async () => {
      const ownDrafts = (await readAll()).filter(({ owner }) => isOwner(owner, person))
      await area().remove(ownDrafts.map(({ id }) => id))
      await storedVisits.erase(person)
    }),
}

export function draftOfPanel(box: string) {
  const latest = new Map<string, { id: string; text: string }>()
  const ownOf = (person: Person, drafts: Draft[]) =>
    drafts.find((draft) => draft.box === box && isOwner(draft.owner, person))
  return {
    read: (person: Person): Promise<string> =>
      inTurn(async () => {
        const owner = ownerOf(person)
        const { id, text } = ownOf(person, await current()) ?? { id: `${prefix}${owner}:${box}`, text: '' }
        latest.set(owner, { id, text })
        return text
      }),
    /**
     * Writes the draft. The page may be closed at any time, and code after an `await` then never runs. So this function
     * starts the write before its first `await`, and neither takes a lock nor reads the storage. No lock is needed,
     * because no other page writes the draft of an open panel.
     */
    async write(person: Person, text: string): Promise<void> {
      const owner = ownerOf(person)
      // The user id may have become known after the draft was read. The draft is then stored under the email, so use
      // its id again. Otherwise this person would have two drafts in this panel.
      const previousDraft = latest.get(owner) ??
        latest.get(person.email) ?? { id: `${prefix}${owner}:${box}`, text: '' }
      if (text === previousDraft.text) return
      latest.set(owner, { ...previousDraft, text })
      await write(previousDraft.id, { owner, box, text, at: Date.now(), erasedAt: null })
    },
    erase: storedDrafts.erase,
    /**
     * Returns when the draft of this panel was erased because of the policy, in epoch milliseconds. Null: it was not
     * erased, or the person has typed a new text since then.
     */
    erasedAt: (person: Person): Promise<number | null> =>
      inTurn(async () => ownOf(person, await current())?.erasedAt ?? null),
    lost: (person: Person): Promise<{ id: string; text: string }[]> =>
      inTurn(async () => {
        const panelBoxes = await openBoxes()
        const isLost = (draft: Draft) =>
          draft.text !== '' &&
          (draft.id === shared.text ||
            (isOwner(draft.owner, person) && draft.box !== box && !panelBoxes.has(draft.box)))
        return (await current()).filter(isLost).map(({ id, text }) => ({ id, text }))
      }),
    take: (id: string): Promise<string | null> =>
      inTurn(async () => {
        const lostDraft = (await readAll()).find((draft) => draft.id === id)
        await area().remove(id === shared.text ? [shared.text, shared.at] : [id])
        return lostDraft?.text ?? null
      }),
  }
}
