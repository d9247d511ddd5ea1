import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../screens/stage.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the sign-in page of the portal needs at most 380 KiB on the wire', async () => {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const wire = await page.createCDPSession()
    await wire.send('Network.enable')
    let bytes = 0
    wire.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto(`${server.url}/portal/`, { waitUntil: 'networkidle0' })
    await page.locator('input[type="password"]').wait()
    expect(bytes / 1024).toBeLessThanOrEqual(380)
    expect(bytes).toBeGreaterThan(50_000)
  } finally {
    await browser.close()
  }
})

test('the API description is compressed for callers that take it, and equal for all', async () => {
  const read = async (encoding: string) => {
    const answer = await fetch(`${server.url}/api/openapi.json`, { headers: { 'accept-encoding': encoding } })
    return { encoding: answer.headers.get('content-encoding'), text: await answer.text() }
  }
  const [zipped, plain] = [await read('gzip'), await read('identity')]
  expect([zipped.encoding, plain.encoding]).toEqual(['gzip', null])
  expect(zipped.text).toBe(plain.text)
  expect(JSON.parse(plain.text).openapi).toBe('3.1.0')
})

test('the page of a frame is served by its own route alone', async () => {
  for (const name of ['frame.html', 'frame.html.br', 'frame.html.gz'])
    expect((await fetch(`${server.url}/embed/${name}`)).status).toBe(404)
})
