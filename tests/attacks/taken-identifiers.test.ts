import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '../server/ask.ts'
import { bearing, good, newPartner, tokenOf } from '../server/partner.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a user who names a transcript like the id of another one blocks it for nobody', async () => {
  const { live } = await newPartner(server)
  const callAs = async (user?: string) => bearing(server, await tokenOf(server, live, 'clinic', user))
  const [ana, ben, clinic] = [await callAs('ana'), await callAs('ben'), await callAs()]
  const submit = async (call: typeof ana, text: string, transcriptIdentifier?: string): Promise<string> =>
    good(await call('POST /api/customer/transcript/submit/text', { text, transcriptIdentifier })).id
  const id = await submit(ana, 'Slept well.')
  const imitation = await submit(ben, 'Slept badly.', id)
  const read = async (call: typeof ana) => good(await call(`GET /api/customer/transcript/${id}`)).id
  expect([await read(clinic), await read(ana), await read(ben)]).toEqual([id, id, imitation])
})

test('an identifier that several users have chosen is refused until the call names the user', async () => {
  const { live } = await newPartner(server)
  for (const user of ['ana', 'ben'])
    good(
      await bearing(server, await tokenOf(server, live, 'clinic', user))('POST /api/customer/transcript/submit/text', {
        text: 'Slept well.',
        transcriptIdentifier: 'visit',
      }),
    )
  const clinic = bearing(server, await tokenOf(server, live, 'clinic'))
  expect(refusal(await clinic('GET /api/customer/transcript/visit'))).toEqual([409, 'conflict'])
})
