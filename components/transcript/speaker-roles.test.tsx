// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import { mountedInFile } from '../../tests/components/mounted.ts'
import { speakersFound } from './found-speakers.ts'
import { SpeakerRoles } from './speaker-roles.tsx'

const mounted = mountedInFile()

test('each speaker is shown with a sentence, and a chosen role is saved', async () => {
  const speakers = speakersFound(['Rita Sommer: My knee hurts.', 'Patient: It does.', 'Rita Sommer: In the morning.'])
  const saved: unknown[] = []
  await mounted.render(
    <MantineProvider>
      <SpeakerRoles
        speakers={speakers}
        save={async ({ label }, role) => {
          saved.push([label, role])
        }}
      />
    </MantineProvider>,
  )
  const selects = [...mounted.host.querySelectorAll('select')]
  expect(selects.map((select) => [select.labels[0]?.textContent, select.value])).toEqual([
    ['Rita Sommer', ''],
    ['Patient', 'Patient'],
  ])
  expect(mounted.host.textContent).toContain('“My knee hurts.”')
  expect(mounted.host.textContent).toContain('Say who each person is.')
  const [first] = selects
  if (first === undefined) throw new Error('There is no choice.')
  await act(async () => {
    first.value = 'Relative'
    first.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(saved).toEqual([['Rita Sommer', 'Relative']])
})
