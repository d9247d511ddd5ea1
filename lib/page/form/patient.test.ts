import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OpenForm } from '../adapters/adapter.ts'
import type { PagePatient } from '../shapes.ts'
import { type Lock, lockReason, samePatient } from './patient.ts'

/**
 * Patients of the simulated charts, and what the pages show of each patient. Patients of the same name differ in
 * identifier or birth date.
 */
const people: { key: number; shows: PagePatient }[] = [
  { key: 1, shows: { name: 'Rosa Lindqvist', identifier: '2019-77' } },
  { key: 2, shows: { name: 'Rosa Lindqvist', identifier: '2020-11' } },
  { key: 3, shows: { name: 'Theo Marchetti', identifier: '', birthDate: '1980-01-01' } },
  { key: 4, shows: { name: 'Theo Marchetti', identifier: '', birthDate: '1991-02-03' } },
]

/** A simulated document: visible, or in the back/forward cache with the nonce of its last scan. */
interface Page {
  person: number
  /** The patient in the address. A single-page application may show another patient without changing the address. */
  addressed: number
  visit: number
  signed: boolean
  /** True if the page shows no patient. */
  nameless: boolean
  /** The nonce of this document's last scan, or '' if it was not scanned. */
  nonce: string
  /** The visit in the address of the iframe that contains the form. Null: the form is not in an iframe. */
  frameVisit: number | null
  /** The visit whose note is visible. The page shows it in a control of the form. The address does not contain it. */
  note: number
}

interface Tab {
  history: Page[]
  at: number
}

const addressOf = ({ addressed, visit, frameVisit }: Page): string =>
  [`/patients/${addressed}/evaluations/${visit}`, ...(frameVisit === null ? [] : [`/forms/${frameVisit}`])].join(' ')

const root = null as unknown as Element
const seen = (page: Page) => ({
  address: addressOf(page),
  patient: page.nameless ? null : (people[page.person]?.shows ?? null),
  form: { root, title: 'Note', action: '', signed: page.signed, encounter: `${page.note}` } satisfies OpenForm,
})

const only = <Type extends string>(type: Type) => fc.record({ type: fc.constant(type) })
const person = fc.nat({ max: people.length - 1 })
const move = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('open' as const),
      person,
      visit: fc.nat({ max: 2 }),
      framed: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.oneof(only('back'), only('forward'), only('reload')),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('tab' as const), to: fc.nat({ max: 2 }) }) },
  // A single-page application shows another chart in the same document. If `hasAddress` is true, the address changes
  // too.
  { weight: 2, arbitrary: fc.record({ type: fc.constant('switch' as const), person, hasAddress: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('frame' as const), visit: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('note' as const), visit: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: fc.oneof(only('sign'), only('hide')) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('read' as const) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('fill' as const), confirm: fc.boolean() }) },
)

test('in 1,000 random sequences in a simulated browser nothing is written to another patient or form, and allowed fills are written', () => {
  let [legal, allowed, wrong, attempts] = [0, 0, 0, 0]
  fc.assert(
    fc.property(fc.array(move, { minLength: 4, maxLength: 40 }), (moves) => {
      const tabs: Tab[] = [0, 1, 2].map(() => ({
        history: [
          { person: 0, addressed: 0, visit: 0, signed: false, nameless: false, nonce: '', frameVisit: null, note: 0 },
        ],
        at: 0,
      }))
      let front = 0
      let scans = 0
      /**
       * What the panel knows of the page when it makes a plan: the nonce and the lock. The assertions also use the
       * page, and the patient and the visit that it really showed.
       */
      let plan: {
        nonce: string
        lock: Lock
        page: Page
        person: number
        visit: number
        frameVisit: number | null
        note: number
      } | null = null
      const tab = (): Tab => tabs[front] as Tab
      const page = (): Page => tab().history[tab().at] as Page

      for (const each of moves) {
        const here = tab()
        if (each.type === 'open') {
          const frameVisit = each.framed ? each.visit : null
          const { person: whose, visit } = each
          here.history.splice(here.at + 1, Infinity, {
            person: whose,
            addressed: whose,
            visit,
            signed: false,
            nameless: false,
            nonce: '',
            frameVisit,
            note: 0,
          })
          here.at++
        } else if (each.type === 'back') here.at = Math.max(0, here.at - 1)
        else if (each.type === 'forward') here.at = Math.min(here.history.length - 1, here.at + 1)
        else if (each.type === 'reload') here.history[here.at] = { ...page(), nonce: '' }
        else if (each.type === 'tab') front = each.to
        else if (each.type === 'switch') {
          // Without `hasAddress` only the shown patient changes, and the address stays the same.
          Object.assign(page(), { person: each.person }, each.hasAddress ? { addressed: each.person } : {})
        } else if (each.type === 'frame') {
          if (page().frameVisit !== null) page().frameVisit = each.visit
        } else if (each.type === 'note') page().note = each.visit
        else if (each.type === 'sign') page().signed = true
        else if (each.type === 'hide') page().nameless = true
        else if (each.type === 'read') {
          const now = page()
          now.nonce = `scan-${++scans}`
          const { address, patient, form } = seen(now)
          plan = {
            nonce: now.nonce,
            lock: { url: address, patient, encounter: form.encounter },
            page: now,
            person: now.person,
            visit: now.visit,
            frameVisit: now.frameVisit,
            note: now.note,
          }
        } else if (plan) {
          // Each scan stores its nonce in the scanned document. The extension fills the document that has the nonce of
          // the plan, even if its tab is not in front.
          const target = tabs.map(({ history, at }) => history[at] as Page).find(({ nonce }) => nonce === plan?.nonce)
          const confirmedPatient = each.confirm ? (people[plan.person]?.shows.name ?? null) : null
          const writes = target !== undefined && lockReason(seen(target), { ...plan.lock, confirmedPatient }) === null
          const same =
            target !== undefined &&
            target.person === plan.person &&
            target.visit === plan.visit &&
            target.frameVisit === plan.frameVisit &&
            target.note === plan.note &&
            !target.signed
          // If the page shows no patient, the clinician must have confirmed the patient. A page that showed no patient
          // at the scan and shows one now must not be filled. The reverse case must not be filled either.
          const toldWho = target !== undefined && (!target.nameless || each.confirm)
          attempts++
          const isLegal = same && toldWho && target.nameless === (plan.lock.patient === null)
          if (isLegal) legal++
          if (writes && isLegal) allowed++
          if (writes && !same && !(target?.nameless && each.confirm && target.note === plan.note)) wrong++
        }
      }
    }),
    { numRuns: 1000, seed: 20261121 },
  )
  expect(attempts).toBeGreaterThan(1000)
  expect(wrong).toBe(0)
  expect(legal).toBeGreaterThan(200)
  expect(allowed / legal).toBeGreaterThanOrEqual(0.95)
})

test('a page without a patient is filled only while it still shows none and the clinician has confirmed whose it is', () => {
  const page: Page = {
    person: 0,
    addressed: 0,
    visit: 0,
    signed: false,
    nameless: true,
    nonce: 'n',
    frameVisit: null,
    note: 0,
  }
  const lock = { url: addressOf(page), patient: null, encounter: '0' }
  expect(lockReason(seen(page), lock)).toBe('wrong-patient')
  expect(lockReason(seen(page), { ...lock, confirmedPatient: ' ' })).toBe('wrong-patient')
  expect(lockReason(seen(page), { ...lock, confirmedPatient: 'Rosa Lindqvist' })).toBeNull()
  expect(lockReason(seen({ ...page, nameless: false }), { ...lock, confirmedPatient: 'Rosa Lindqvist' })).toBe(
    'wrong-patient',
  )
})

test('the form of another visit is not filled, and neither is a form that no longer shows its visit', () => {
  const [patient] = people.map(({ shows }) => shows)
  if (!patient) throw new Error('There is no patient.')
  const now = { address: '/notes', patient }
  const lock = { url: '/notes', patient, encounter: '1' }
  expect(lockReason({ ...now, form: { signed: false, encounter: '1' } }, lock)).toBeNull()
  expect(lockReason({ ...now, form: { signed: false, encounter: '2' } }, lock)).toBe('page-moved')
  expect(lockReason({ ...now, form: { signed: false } }, lock)).toBe('page-moved')
  expect(lockReason({ ...now, form: { signed: false } }, { ...lock, encounter: '' })).toBeNull()
})

test('patients of the same name are told apart by every value that both sources know', () => {
  const maria = { name: 'Maria Garcia', identifier: '' }
  const born1950 = { ...maria, birthDate: '1950-03-02' }
  expect(samePatient(born1950, { ...maria, birthDate: '1990-03-02' })).toBe(false)
  expect(samePatient({ ...maria, identifier: '1' }, { ...maria, identifier: '2' })).toBe(false)
  expect(samePatient({ ...maria, chartKey: '310' }, { ...maria, chartKey: '311' })).toBe(false)
  expect(samePatient(born1950, { ...maria, name: 'MARIA  GARCIA ', identifier: '1' })).toBe(true)
})

test('an equal chart number is enough for a note without a name; an equal birth date alone is not', () => {
  const nameless = { name: '', identifier: '1', birthDate: '1950-03-02' }
  expect(samePatient(nameless, { name: 'Maria Garcia', identifier: '1' })).toBe(true)
  expect(samePatient(nameless, { name: 'Maria Garcia', identifier: '2' })).toBe(false)
  expect(samePatient(nameless, { name: 'Maria Garcia', identifier: '', birthDate: '1950-03-02' })).toBe(false)
})
