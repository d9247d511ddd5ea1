import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discovery } from './discovery.ts'

const path = '/.well-known/openid-configuration'
let issuer = ''
const server = createServer((request, response) => {
  if (request.url === `/moved${path}`) return response.writeHead(302, { location: path }).end()
  const named = request.url === `/foreign${path}` ? 'https://accounts.example' : issuer
  const [authorization_endpoint, token_endpoint, jwks_uri] = ['/page', '/token', '/keys'].map((at) => issuer + at)
  response.end(JSON.stringify({ issuer: named, authorization_endpoint, token_endpoint, jwks_uri }))
})
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('the addresses of a provider are read where the settings say, with or without a slash at the end', async () => {
  for (const configured of [issuer, `${issuer}/`])
    expect(await discovery(configured)()).toMatchObject({ issuer, token_endpoint: `${issuer}/token` })
})

test.each(['/foreign', '/moved'])('an answer in the name of another issuer is refused: %s', async (folder) => {
  await expect(discovery(issuer + folder, (named) => named === issuer + folder)()).rejects.toMatchObject({
    stage: 'discovery',
  })
  await expect(discovery(issuer + folder)()).rejects.toMatchObject({ stage: 'discovery' })
})

test('a redirect is not followed, even if the issuer is permitted', async () => {
  await expect(discovery(`${issuer}/moved`, () => true)()).rejects.toMatchObject({ stage: 'discovery' })
  expect(await discovery(issuer, () => true)()).toMatchObject({ issuer })
})
