import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './request.ts'

const paths: string[] = []
const server = createServer((request, response) => {
  paths.push(request.url ?? '')
  request.resume()
  if (request.url?.startsWith('/moved')) return response.writeHead(307, { location: '/elsewhere' }).end()
  response.end(JSON.stringify({ text: 'good morning' }))
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.close())

test('sound goes to the address of the settings only, not where a redirect points', async () => {
  const samples = new Int16Array(16_000)
  const utterance = { samples, language: 'en', terms: [], failsSoon: true, signal: AbortSignal.timeout(10_000) }
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { apiKey: null, model: 'whisper' }
  expect(await ask({ ...settings, baseUrl }, utterance, new Set())).toMatchObject({ text: 'good morning' })
  await expect(ask({ ...settings, baseUrl: `${baseUrl}/moved` }, utterance, new Set())).rejects.toMatchObject({
    kind: 'setting',
  })
  expect(paths).toEqual(['/audio/transcriptions', '/moved/audio/transcriptions'])
})
