import { expect, test } from 'vitest'
import { ask, newPerson, smallLayout } from '../server/ask.ts'
import { serversInFolder } from '../server/server-process.ts'

// The server runs in a process of its own, as it does for users.
const servers = serversInFolder({ sharedBy: 'all' })

const largeCharacters = 300_000
const manyNotes = 30

/** A person with a template, who asks for notes. */
async function clinician(url: string) {
  const { accessToken: token } = await newPerson(url)
  const layout = await ask(url, 'POST /api/user/layouts', { token, body: smallLayout })
  const read = async (id: string) => (await ask(url, `GET /api/user/reports/${id}`, { token })).body.status
  const request = async (transcript: string): Promise<string> => {
    const body = { layoutId: layout.body._id, transcript, patientId: 'P-1' }
    return (await ask(url, 'POST /api/user/reports', { token, body })).body._id
  }
  return {
    request,
    read,
    /** The time in ms until a short note is written. */
    async shortNote(): Promise<number> {
      const began = performance.now()
      const id = await request('Speaker 0: How did you sleep?\nSpeaker 1: I slept well.')
      await expect.poll(() => read(id), { interval: 5 }).toBe('ready')
      return performance.now() - began
    },
  }
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

test('thirty large notes of one account do not delay a colleague’s note of two lines', async () => {
  const { url } = await servers.serve()
  const [colleague, heavy] = [await clinician(url), await clinician(url)]
  const shortNotes = async () => {
    const times: number[] = []
    for (let note = 0; note < 9; note += 1) times.push(await colleague.shortNote())
    return median(times)
  }
  await colleague.shortNote()
  const alone = await shortNotes()
  const said = 'I have no chest pain, my mother takes sertraline fifty milligrams every day. '
  const long = `Speaker 1: ${said.repeat(largeCharacters / said.length)}`
  const ids: string[] = []
  for (let note = 0; note < manyNotes; note += 1) ids.push(await heavy.request(long))
  const beside = await shortNotes()
  // The large notes must still be waiting. Otherwise, the times would show nothing.
  expect(await heavy.read(ids.at(-1) ?? '')).toBe('generating')
  expect(beside / alone).toBeLessThan(2)
})
