import { browser } from 'wxt/browser'
import { z } from 'zod'
import { ownerOf, type Person } from '../contracts/person.ts'
import { type KnownVisit, knownVisit } from '../transcript/known-visit.ts'

/** Only the newest visits are stored, so that the memory stays small. */
const visitsMost = 100
const visitList = z.array(knownVisit)

// The data name patients, so they are kept in memory only, until the browser closes.
const area = () => browser.storage.session
const keyOf = (person: Person) => `visits:${ownerOf(person)}`

async function read(person: Person): Promise<KnownVisit[]> {
  const key = keyOf(person)
  const visits = visitList.safeParse((await area().get(key))[key])
  return visits.success ? visits.data : []
}

export const storedVisits = {
  read,
  add: (person: Person, visit: KnownVisit): Promise<void> =>
    navigator.locks.request('chartside.visits', async () => {
      const others = (await read(person)).filter(({ transcriptId }) => transcriptId !== visit.transcriptId)
      await area().set({ [keyOf(person)]: [...others, visit].slice(-visitsMost) })
    }),
  erase: (person: Person): Promise<void> => area().remove(keyOf(person)),
}
