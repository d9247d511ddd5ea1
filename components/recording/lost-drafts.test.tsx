// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { noPolicy } from '../../lib/policy/index.ts'
import { mountedInFile } from '../../tests/components/mounted.ts'
import { eventually } from '../../tests/eventually.ts'
import { defaultSettings } from '../account/settings-port.ts'
import { AccountScope } from '../panel/account-scope.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { draftOf, emptySession } from '../panel/working-session.ts'
import { type Ports, PortsProvider } from '../ports.tsx'
import { createSubscribable } from '../subscribable.ts'
import { LostDrafts } from './lost-drafts.tsx'

const ruth = { email: 'ruth@clinic.example', userId: 'user-ruth' }
const maya = { name: 'Maya Okafor', identifier: '004812' }
const ofMaya = { ...emptySession, text: 'Slept six hours.', patient: maya }
const mounted = mountedInFile()
let lost: { id: string; text: string }[]
let seen: ReturnType<typeof useSession>

function Eye() {
  seen = useSession()
  return null
}

const button = (name: string) => [...mounted.host.querySelectorAll('button')].find((one) => one.textContent === name)

beforeEach(async () => {
  lost = [
    { id: 'own', text: draftOf(ofMaya, ruth.userId) },
    { id: 'other', text: draftOf({ ...ofMaya, text: 'Of Noor.' }, 'user-noor') },
  ]
  const draft = {
    read: async () => '',
    write: async () => undefined,
    erasedAt: async () => null,
    lost: async () => lost,
    async take(id: string) {
      const found = lost.find((one) => one.id === id)
      lost = lost.filter((one) => one !== found)
      return found?.text ?? null
    },
  }
  const ports = {
    ...{
      draft,
      client: {},
      recorder: {},
      recovery: {},
      page: {},
      sites: {},
      sources: {},
      knownDirectory: {},
      visits: {},
    },
    ...{ templates: { lastList: {} }, policy: createSubscribable(noPolicy) },
    account: createSubscribable({ status: 'signed-in', ...ruth }),
    settings: { ...createSubscribable(defaultSettings), checkServer: async () => ({}) },
  }
  await mounted.render(
    <MantineProvider>
      <PortsProvider ports={ports as unknown as Ports}>
        <AccountScope>
          <Eye />
          <LostDrafts person={ruth} />
        </AccountScope>
      </PortsProvider>
    </MantineProvider>,
  )
  await act(() => eventually(() => expect(button('Continue here')).toBeDefined()))
})

test('the text of a closed window is put into this panel only on request, and text of another person is not shown', async () => {
  expect(mounted.host.textContent).toContain('Maya Okafor · 3 words')
  expect(mounted.host.textContent).not.toContain('Noor')
  expect([...mounted.host.querySelectorAll('button')].filter((one) => one.textContent === 'Erase')).toHaveLength(1)
  expect(seen.session).toEqual(emptySession)
  await act(async () => button('Continue here')?.click())
  await act(() => eventually(() => expect(seen.session).toEqual(ofMaya)))
})

test('while this panel has text, the text of a closed window stays where it is', async () => {
  await act(async () => seen.type('Knee hurts.', null))
  await act(async () => button('Continue here')?.click())
  expect(seen.session).toMatchObject({ text: 'Knee hurts.', patient: null })
  expect(lost).toHaveLength(2)
})
