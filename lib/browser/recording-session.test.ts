import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'

vi.mock('wxt/browser', () => import('../../tests/fakes/extension-browser.ts'))

/** The fakes call `run` before they return a ticket or a credential. A test sets `run`, for example to a sign-in. */
const meanwhile = { run: async () => {} }
vi.mock('./api.ts', () => ({
  client: {
    async call() {
      await meanwhile.run()
      return { ticket: 'ticket' }
    },
  },
  sessionKeeper: {
    async credential() {
      await meanwhile.run()
      return { authorization: 'Bearer a', key: '' }
    },
  },
}))

const { recordingCredential, recordingTicket } = await import('./recording-session.ts')
const { storedEmail, storedSettings, storedUserId } = await import('./stored.ts')

const serverUrl = 'https://chartside.example'
const ofAna = { serverUrl, account: 'ana@clinic.example', consent: null }
const calls = [recordingTicket, recordingCredential]

beforeEach(async () => {
  fakeBrowser.reset()
  meanwhile.run = async () => {}
  await storedSettings.write({ ...(await storedSettings.read()), serverUrl })
  await storedEmail.write('ana@clinic.example')
})

test('a recording is sent with the session of the account that started it', async () => {
  expect(await recordingTicket(ofAna)).toEqual({ ticket: 'ticket' })
  expect(await recordingCredential(ofAna)).toEqual({ authorization: 'Bearer a', key: '' })
})

test('a recording is never sent with the session of another account, also if this account signs in during the call', async () => {
  await storedEmail.write('ben@clinic.example')
  for (const call of calls) await expect(call(ofAna)).rejects.toThrow('Another person is signed in now.')
  meanwhile.run = () => storedEmail.write('ben@clinic.example')
  for (const call of calls) {
    await storedEmail.write('ana@clinic.example')
    await expect(call(ofAna)).rejects.toMatchObject({ code: 'not_ours' })
  }
})

test('a recording that nobody owned at its start may be sent by every account, but only to its server', async () => {
  await storedEmail.write('ben@clinic.example')
  for (const call of calls) {
    expect(await call({ ...ofAna, account: null })).toBeDefined()
    const elsewhere = { ...ofAna, account: null, serverUrl: 'https://other.example' }
    await expect(call(elsewhere)).rejects.toThrow('This recording belongs to the server at https://other.example.')
  }
})

test('a recording that belongs to a user id is sent after the email was changed, and never for another user with the old email', async () => {
  await storedUserId.write('user-ana')
  await storedEmail.write('ana.new@clinic.example')
  const ofUser = { ...ofAna, account: 'user-ana' }
  for (const call of calls) expect(await call(ofUser)).toBeDefined()
  await storedUserId.write('user-ben')
  await storedEmail.write('ana@clinic.example')
  for (const call of calls) await expect(call(ofUser)).rejects.toMatchObject({ code: 'not_ours' })
})
