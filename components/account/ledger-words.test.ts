import { expect, test } from 'vitest'
import { erasureWords, ledgerFile, placeWords, sizeWords } from './ledger-words.ts'

const erased = { id: 'r1', at: 0, serverUrl: 'https://chartside.example', key: 'wrapped', words: true } as const

test('sizes are told in the unit that fits', () => {
  expect([0, 999, 1000, 3_440_000, 52_000_000_000].map(sizeWords)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 KB',
    '3.4 MB',
    '52 GB',
  ])
})

test('a place is told with its kind, how often and how much', () => {
  const place = { host: 'chartside.example', kind: 'sound', requests: 1, bytes: 64_000, firstAt: 0, lastAt: 0 } as const
  expect(placeWords(place)).toMatch(/^sound of recordings: 1 time, 64 KB, last Jan 1, 1970/)
})

test('an erasure says which key is gone, and what remains until when', () => {
  expect(erasureWords({ ...erased, told: null })).toContain(
    'Chartside will tell the server to erase the recording as soon as the server can be reached.',
  )
  const remains = [
    { what: 'mark', until: null },
    { what: 'notes', until: '2027-01-05T12:00:00.000Z' },
  ] as const
  expect(erasureWords({ ...erased, told: { at: 0, remains } })).toBe(
    'The copy of the encryption key on this computer was destroyed. The server will never use its copy of the key again, so nobody can open the recording again. The transcript was erased, too. What remains at chartside.example: the information that this recording was erased (with no time limit), a note (until Jan 5, 2027).',
  )
  expect(erasureWords({ ...erased, key: 'local', words: false, told: { at: 0, remains: [] } })).toBe(
    'The only encryption key of this recording was destroyed, so nobody can open the recording again. The server has stored nothing of this recording.',
  )
})

test('the file has every entry, with readable times', () => {
  const entry = { at: 0, host: 'chartside.example', kind: 'notes', bytes: 7 } as const
  const file = JSON.parse(ledgerFile({ places: [], entries: [entry], erasures: [{ ...erased, told: null }] }))
  expect(file.entries).toEqual([{ ...entry, at: '1970-01-01T00:00:00.000Z' }])
  expect(file.erasures[0]).toMatchObject({ id: 'r1', at: '1970-01-01T00:00:00.000Z', told: null })
})
