import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { egressKinds } from '../../lib/egress/kinds.ts'
import { privacyLabel } from '../../lib/egress/label.ts'
import { labelPage } from '../../scripts/privacy-label/page.ts'

test('the privacy label in the documents is the one of the ledger', () => {
  const stored = readFileSync(new URL('../../docs/store/privacy-label.md', import.meta.url), 'utf8')
  expect(stored, 'Run: node scripts/run.mjs scripts/privacy-label.ts').toBe(labelPage())
})

test('every kind of the ledger is in the label, and no other', () => {
  expect(Object.keys(privacyLabel).sort()).toEqual([...egressKinds].sort())
})
