import { expect, test } from 'vitest'
import { directorySettings } from '../../lib/contracts/index.ts'
import { rebased } from './settings-draft.ts'

const base = directorySettings.parse({
  models: [1, 2],
  consent: { required: false, text: 'The patient agrees.', version: 3 },
})

test('the changes of two people stand together, also inside one group of settings', () => {
  const mine = { ...base, language: 'es', retentionDays: { transcripts: 30, outputs: null } }
  const theirs = {
    ...base,
    consent: { ...base.consent, required: true },
    retentionDays: { transcripts: null, outputs: 90 },
  }
  expect(rebased(base, mine, theirs)).toEqual({
    ...base,
    language: 'es',
    consent: { ...base.consent, required: true },
    retentionDays: { transcripts: 30, outputs: 90 },
  })
})

test('of a setting that both have changed, the own value stays', () => {
  expect(rebased(base, { ...base, models: [1] }, { ...base, models: [2], language: 'es' })).toEqual({
    ...base,
    models: [1],
    language: 'es',
  })
})

test('an own text of the consent gets a version that no other text has', () => {
  const mine = { ...base, consent: { ...base.consent, text: 'Mine.', version: 4 } }
  const theirs = { ...base, consent: { ...base.consent, text: 'Theirs.', version: 4 } }
  expect(rebased(base, mine, theirs).consent).toEqual({ required: false, text: 'Mine.', version: 5 })
  expect(rebased(base, { ...base, language: 'es' }, theirs).consent).toEqual(theirs.consent)
})
