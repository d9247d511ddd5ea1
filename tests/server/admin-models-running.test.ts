import { expect, test } from 'vitest'
import { ask, password, smallLayout } from './ask.ts'
import { runScript, serversInFolder } from './server-process.ts'

const { folder, serve } = serversInFolder()

test('a running server writes with a changed model, without a restart', async () => {
  const email = 'admin@clinic.example'
  // Nothing answers at this address.
  const { url } = await serve([], {
    MODEL_BASE_URL: 'http://127.0.0.1:1/v1',
    MODEL_NAME: 'clinic-large',
    MODEL_RETRY_SECONDS: '0.01',
    MODEL_LATER_SECONDS: '0.01',
  })
  const created = ['create-user', '--email', email, '--password', password, '--admin', '--data', folder()]
  expect(await runScript('admin.ts', created).ended).toBe(0)
  const { body } = await ask(url, 'POST /api/user/login/email', { body: { email, password } })
  const call = (route: string, sent: object) => ask(url, route, { token: body.accessToken, body: sent })
  const layout = await call('POST /api/user/layouts', smallLayout)
  const words = { layoutId: layout.body._id, transcript: 'Speaker 1: I feel better.', patientId: 'P' }
  const note = async () => (await call('POST /api/user/reports?wait=60', words)).body.status
  expect(await note()).toBe('failed')
  const model = { provider: 'embedded', modelId: 'embedded', name: 'Built-in writer' }
  expect((await call('POST /api/admin/models', { slot: 0, model })).status).toBe(200)
  await expect.poll(note).toBe('ready')
})
