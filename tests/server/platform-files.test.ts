import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from './ask.ts'
import { bearing, good, newPartner, type Partner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let partner: Partner
beforeAll(async () => {
  server = await startTestServer()
  partner = await newPartner(server)
})
afterAll(() => server.close())

const path = '/api/customer/transcript/submit/file'
async function send(token: string, text: string) {
  const form = new FormData()
  form.set('file', new Blob([text]))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: form })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** Begins an upload that does not end by itself. Returns a function that ends it. */
function stall(token: string): () => void {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' }
  const unfinished = request(server.url + path, { method: 'POST', headers })
  // Ignore the error of this request, because the test ends it.
  unfinished.on('error', () => {})
  unfinished.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nSpeaker 1: I')
  return () => void unfinished.destroy()
}

test('a file for the sandbox has at most 100,000 characters, as its configuration says', async () => {
  const long = `Speaker 1: ${'well '.repeat(30_000)}`
  const [live, sandbox] = [await tokenOf(server, partner.live, 'clinic'), await tokenOf(server, partner.test, 'clinic')]
  const maxOf = async (token: string) =>
    good(await bearing(server, token)('GET /api/customer/config')).limits.transcriptMax
  expect([await maxOf(live), await maxOf(sandbox)]).toEqual([2_000_000, 100_000])
  const refused = await send(sandbox, long)
  expect(refusal(refused)).toEqual([413, 'too_large'])
  expect(refused.body.message).toContain('100,000')
  expect((await send(sandbox, 'Speaker 1: I sleep well.')).status).toBe(200)
  expect((await send(live, long)).status).toBe(200)
})

test('uploads of one user of a customer leave places for another user', async () => {
  const [ana, ben] = [
    await tokenOf(server, partner.live, 'clinic', 'ana'),
    await tokenOf(server, partner.live, 'clinic', 'ben'),
  ]
  const ends: (() => void)[] = []
  // Begin unfinished uploads until as many run as one user may have at the same time. The upload of `send` counts too.
  // If it arrives before an unfinished upload, the server may refuse the unfinished one, so each try begins one more.
  const isFull = async () => {
    ends.push(stall(ana))
    return refusal(await send(ana, 'Speaker 1: I sleep well.'))
  }
  await expect.poll(isFull).toEqual([429, 'too_many_requests'])
  expect((await send(ben, 'Speaker 1: I sleep well.')).status).toBe(200)
  for (const end of ends) end()
})
