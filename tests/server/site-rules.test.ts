import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../../server/config.ts'
import { readSiteRules } from '../../server/services/site-rules.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const rule = {
  host: '*.kipuworks.com',
  version: 2,
  fields: [{ control: '#mood', label: 'Mood' }],
}

let folder: string
let file: string
let server: TestServer
let plain: TestServer
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-rules-'))
  file = join(folder, 'rules.json')
  await writeFile(file, JSON.stringify([rule]))
  server = await startTestServer({ env: { SITE_RULES: file } })
  plain = await startTestServer()
  token = (await newPerson(server.url)).accessToken
})
afterAll(async () => {
  await server.close()
  await plain.close()
  await rm(folder, { recursive: true })
})

const list = () => ask(server.url, 'GET /api/user/site-rules', { token })

describe('site rules', () => {
  test('come from the configured file, and a changed file takes effect without a restart', async () => {
    expect(await list()).toMatchObject({ status: 200, body: { rules: [rule] } })
    await writeFile(file, JSON.stringify([{ ...rule, version: 3 }]))
    expect((await list()).body.rules[0].version).toBe(3)
  })

  test('are empty if no file is configured', async () => {
    const { accessToken } = await newPerson(plain.url)
    const answer = await ask(plain.url, 'GET /api/user/site-rules', { token: accessToken })
    expect(answer).toMatchObject({ status: 200, body: { rules: [] } })
  })

  test.each([
    ['code', [{ ...rule, run: 'alert(1)' }], 'at 0'],
    ['markup for a selector', [{ ...rule, skip: '<img src=x>' }], 'at 0.skip'],
    ['another address', [{ ...rule, host: 'https://elsewhere.example/path' }], 'at 0.host'],
    ['no list', rule, ''],
  ])('a file with %s is refused as a whole, with a sentence that quotes nothing of it', async (_, content, place) => {
    const bad = join(folder, 'bad.json')
    await writeFile(bad, JSON.stringify(content))
    const reading = readSiteRules(bad)
    await expect(reading).rejects.toThrow(ConfigError)
    await expect(reading).rejects.toThrow(
      `SITE_RULES must be the path of a JSON list of site rules. The file does not have this form${place && ` ${place}`}.`,
    )
  })

  test('a missing or malformed file is reported, and the extension gets an error, not an empty list', async () => {
    await expect(readSiteRules(join(folder, 'none.json'))).rejects.toThrow('a file that can be read')
    await writeFile(file, '{')
    await expect(readSiteRules(file)).rejects.toThrow(ConfigError)
    expect(refusal(await list())).toEqual([500, 'internal'])
  })

  test('are not sent to anybody who is not signed in', async () => {
    expect(refusal(await ask(server.url, 'GET /api/user/site-rules'))).toEqual([401, 'not_signed_in'])
  })
})
