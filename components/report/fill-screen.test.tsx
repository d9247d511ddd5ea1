// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Report } from '../../lib/contracts/index.ts'
import type {
  FilledRecord,
  FillPlan,
  FillResult,
  PageField,
  PagePatient,
  PageReading,
  Receipt,
  RecordAgain,
  Refusal,
  WrittenField,
  WrittenFill,
} from '../../lib/page/shapes.ts'
import { mountedInFile } from '../../tests/components/mounted.ts'
import { eventually } from '../../tests/eventually.ts'
import { casesOf } from '../../tests/exhaustive.ts'
import type { PageState } from '../page/port.ts'
import { type Ports, PortsProvider } from '../ports.tsx'
import { createSubscribable, type SettableState } from '../subscribable.ts'
import { FillScreen } from './fill-screen.tsx'

const patient: PagePatient = { name: 'Rosa Lindqvist', identifier: '2019-77' }
const report = {
  _id: 'r1',
  version: 1,
  title: 'Note',
  patientId: '',
  context: { patient },
  template: { fields: [], includesDynamicFields: false },
  results: [],
} as unknown as Report
const reading: PageReading = {
  source: 'other',
  nonce: 'n1',
  url: 'https://ehr.example/1',
  patient,
  form: { title: 'Note', identity: 'f1', signed: false },
  fields: [],
}
const receipt: Receipt = { fieldId: 'mood', label: 'Mood', outcome: 'written', before: [], after: ['low'] }
const plan: FillPlan = {
  nonce: 'n1',
  url: reading.url,
  patient,
  encounter: '',
  writes: [{ fieldId: 'mood', label: 'Mood', section: '', options: [], kind: 'text', from: [], to: ['low'] }],
  refusals: [],
}

const mounted = mountedInFile()
let undone: (WrittenFill | WrittenField)[]
let filled: FillPlan[]
let orders: string[]
let compared: [nonce: string, record: FilledRecord][]
let again: RecordAgain | null
let state: SettableState<PageState>

beforeEach(() => {
  undone = []
  filled = []
  orders = []
  compared = []
  again = null
  state = createSubscribable<PageState>({ status: 'ready', reading })
})

const button = (name: string) =>
  [...mounted.host.querySelectorAll('button')].find(({ textContent }) => textContent === name)
async function press(name: string) {
  await eventually(async () => {
    await act(async () => {})
    expect(button(name)).toBeDefined()
  })
  await act(async () => button(name)?.click())
}

interface Behaviour {
  result?: FillResult
  /** What the undo of one field answers. */
  undoneAlone?: () => Receipt
  /** Called at each reading of the page. */
  plan?: () => { plan: FillPlan; reading: PageReading }
}

/** Shows the screen. The plans that the page gets are in `filled`. */
async function show({
  result = { receipts: [receipt], fillId: 'fill-1' },
  plan: read = () => ({ plan, reading }),
  undoneAlone = () => ({ ...receipt, strategy: 'undo' }),
}: Behaviour = {}) {
  const page = {
    subscribe: state.subscribe,
    plan: async () => read(),
    fill: async (given: FillPlan) => {
      filled.push(given)
      return result
    },
    undo: async (written: WrittenFill) => {
      undone.push(written)
      return [receipt]
    },
    compare: async (nonce: string, record: FilledRecord) => {
      compared.push([nonce, record])
      return again
    },
    undoField: async (written: WrittenField) => {
      undone.push(written)
      return [undoneAlone()]
    },
    wasAgreed: async () => true,
  }
  const sites = {
    orderDates: async (host: string, order: string) => void orders.push(`${host} ${order}`),
  }
  await mounted.render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <PortsProvider ports={{ page, sites } as unknown as Ports}>
          <FillScreen report={report} />
        </PortsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

async function fillWith(result: FillResult) {
  await show({ result })
  await press('Fill 1 field')
  await eventually(() => expect(button('Copy this list')).toBeDefined())
}

const says = (words: string) =>
  eventually(async () => {
    await act(async () => {})
    expect(mounted.host.textContent).toContain(words)
  })

/** Shows another page beside the panel. */
const openPage = (next: PageState) => act(async () => state.set(next))

test('the fill that the screen shows is undone', async () => {
  await fillWith({ receipts: [receipt], fillId: 'fill-2' })
  await press('Undo')
  expect(undone).toEqual([{ nonce: 'n1', fillId: 'fill-2' }])
})

test('after a fill that left nothing to undo, no undo is offered', async () => {
  const failed: Receipt = { ...receipt, outcome: 'failed', reason: 'rejected-by-page', after: [] }
  await fillWith({ receipts: [failed], fillId: null })
  expect(button('Undo')).toBeUndefined()
})

test('a fill before this screen was opened can be undone as long as the page is there', async () => {
  const lastFill = { fillId: 'fill-7', at: Date.now(), count: 3, fieldIds: [] }
  await show({ plan: () => ({ plan, reading: { ...reading, lastFill } }) })
  await says('Chartside filled 3 fields of this page')
  await press('Undo this fill')
  expect(undone).toEqual([{ nonce: 'n1', fillId: 'fill-7' }])
})

/** Presses the button of one row. */
async function pressRow(label: string) {
  const row = () => mounted.host.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  await eventually(async () => {
    await act(async () => {})
    expect(row()).not.toBeNull()
  })
  await act(async () => row()?.click())
}

describe('one field', () => {
  const lastFill = { fillId: 'fill-7', at: 1, count: 1, fieldIds: ['mood'] }
  const there = { ...plan, writes: plan.writes.map((write) => ({ ...write, from: write.to, occupied: true as const })) }
  const refused: Receipt = { ...receipt, outcome: 'refused', reason: 'page-moved', strategy: 'undo' }

  test('of a fill is undone alone, and can be filled again', async () => {
    await show()
    await press('Fill 1 field')
    await pressRow('Undo Mood alone')
    expect(undone).toEqual([{ nonce: 'n1', fieldId: 'mood' }])
    await says('undone')
    await says('After the last fill, 0 of 1 values are on the page')
    await pressRow('Fill Mood alone')
    await says('After the last fill, 1 of 1 values are on the page')
    expect(mounted.host.textContent).not.toContain('undone')
    expect(filled).toHaveLength(2)
  })

  test('of an earlier fill is undone after the screen was opened again', async () => {
    let now: { plan: FillPlan; reading: PageReading } = { plan: there, reading: { ...reading, lastFill } }
    await show({
      plan: () => now,
      undoneAlone: () => {
        now = { plan, reading }
        return { ...receipt, strategy: 'undo' }
      },
    })
    await says('Already there.')
    await pressRow('Undo Mood alone')
    await says('undone')
    expect(mounted.host.querySelector('[aria-label="Undo Mood alone"]')).toBeNull()
    await press('Fill 1 field')
    await eventually(() => expect(filled).toHaveLength(1))
  })

  test('that was changed since says why it was not undone', async () => {
    await show({ undoneAlone: () => refused })
    await press('Fill 1 field')
    await pressRow('Undo Mood alone')
    await says('This field was changed after the fill, so undo left it as it is.')
    await says('After the last fill, 1 of 1 values are on the page')
  })

  test('has no undo if the fill has left it as it was, or another page is open', async () => {
    await show({ result: { receipts: [{ ...receipt, outcome: 'unchanged' }], fillId: null } })
    await press('Fill 1 field')
    await says('already there')
    expect(mounted.host.querySelector('[aria-label="Undo Mood alone"]')).toBeNull()
  })
})

describe('a date whose order of day and month is not known', () => {
  const onset: PageField = {
    id: 'onset',
    label: 'Onset',
    section: '',
    kind: 'date',
    options: [],
    value: [],
    names: ['onset'],
    rule: 'accessible',
    score: 0.9,
    format: 'MM/DD/YYYY',
  }
  const unknown = { ...reading, fields: [{ ...onset, orderUnknown: true as const }] }
  const refusal: Refusal = { fieldId: 'onset', label: 'Onset', to: ['2026-12-05'], reason: 'day-or-month' }

  test('is filled in the order that the clinician chooses once for the site', async () => {
    await show({
      plan: () => {
        if (orders.length === 0) return { plan: { ...plan, writes: [], refusals: [refusal] }, reading: unknown }
        const to = orders[0]?.endsWith('day') ? ['05/12/2026'] : ['12/05/2026']
        return {
          plan: {
            ...plan,
            writes: [{ fieldId: 'onset', label: 'Onset', section: '', options: [], kind: 'date', from: [], to }],
          },
          reading,
        }
      },
    })
    await says('Month first: 12/05/2026')
    await press('Day first: 05/12/2026')
    expect(orders).toEqual(['ehr.example day'])
    await press('Fill 1 field')
    await eventually(() => expect(filled.map(({ writes }) => writes[0]?.to)).toEqual([['05/12/2026']]))
  })
})

describe('the record that the page shows after it was saved', () => {
  const mood: PageField = {
    id: 'mood',
    label: 'Mood',
    section: '',
    kind: 'text',
    options: [],
    value: [],
    names: ['mood'],
    rule: 'accessible',
    score: 0.9,
  }
  const form = { ...reading, fields: [mood] }
  const saved = { ...form, nonce: 'n2', fields: [] }
  const fillMood = async () => {
    await show({ plan: () => ({ plan, reading: form }) })
    await openPage({ status: 'ready', reading: form })
    await press('Fill 1 field')
    await says('After the last fill')
  }

  test('is compared with the fill, and the row says what became of it', async () => {
    await fillMood()
    expect(compared).toEqual([])
    again = [{ fieldId: 'mood', shown: 'changed' }]
    await openPage({ status: 'ready', reading: saved })
    await says('0 fields kept, 1 changed by the page.')
    await says('The page shows another value after saving.')
    const values = [{ fieldId: 'mood', label: 'Mood', kind: 'text', value: ['low'], options: [] }]
    expect(compared).toEqual([['n2', { patient, encounter: '', values }]])
    again = [{ fieldId: 'mood', shown: 'kept' }]
    await openPage({ status: 'ready', reading: { ...saved, nonce: 'n3' } })
    await says('1 field kept, 0 changed by the page.')
    again = [{ fieldId: 'mood', shown: 'not-shown' }]
    await openPage({ status: 'ready', reading: { ...saved, nonce: 'n4' } })
    await eventually(() => expect(compared).toHaveLength(3))
    await says('1 field kept, 0 changed by the page.')
  })

  test('can be compared by hand if the page saves without another page', async () => {
    await fillMood()
    await press('Check the page again')
    await eventually(() => expect(compared.map(([nonce]) => nonce)).toEqual(['n1']))
    again = [{ fieldId: 'mood', shown: 'kept' }]
    await press('Check the page again')
    await says('kept ✓')
  })

  test('is not compared on another site or for another patient', async () => {
    await fillMood()
    again = [{ fieldId: 'mood', shown: 'kept' }]
    const others = [
      { ...saved, url: 'https://mail.example/1' },
      { ...saved, patient: { name: 'Daniel Reyes', identifier: '2020-11' } },
      { ...saved, patient: null },
    ]
    for (const other of others) {
      await openPage({ status: 'ready', reading: other })
      expect(button('Check the page again')).toBeUndefined()
    }
    expect(compared).toEqual([])
  })
})

describe('another page', () => {
  const other = { ...reading, nonce: 'n2', patient: { name: 'Daniel Reyes', identifier: '2020-11' } }

  test('of another patient turns the button off at once, and the screen names both', async () => {
    let now = reading
    await show({ plan: () => ({ plan: { ...plan, nonce: now.nonce, patient: now.patient }, reading: now }) })
    await says('same\u00a0patient')
    now = other
    await openPage({ status: 'ready', reading: other })
    expect(mounted.host.textContent).not.toContain('same\u00a0patient')
    await says('This note is for Rosa Lindqvist. The page shows Daniel Reyes.')
    expect(button('Nothing to fill')?.disabled).toBe(true)
    now = reading
    await openPage({ status: 'ready', reading })
    await says('same\u00a0patient')
    await press('Fill 1 field')
    await eventually(() => expect(filled.map(({ nonce }) => nonce)).toEqual(['n1']))
  })

  test('that cannot be read turns the button off and says so', async () => {
    await show()
    await says('Fill 1 field')
    await openPage({ status: 'unreadable', message: 'Open a chart.' })
    expect(mounted.host.textContent).toContain('The page is not open any more')
    expect(button('Fill 1 field')?.disabled).toBe(true)
  })

  test('after a fill is named, and the receipts stay', async () => {
    await fillWith({ receipts: [receipt], fillId: 'fill-1' })
    await openPage({ status: 'ready', reading: other })
    await says('It shows Daniel Reyes. The list below is about the page that was filled.')
    expect(mounted.host.textContent).not.toContain('same\u00a0patient')
    expect(button('Copy this list')).toBeDefined()
  })

  test('in any order never gets the words of this patient', async () => {
    const pages = [reading, other, { ...reading, nonce: 'n3', url: 'https://ehr.example/2' }]
    let now: PageReading | undefined = reading
    let seed = 7
    const draw = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % limit
    }
    await show({
      plan: () => {
        if (!now) throw new Error('No page.')
        const isOther = now === other
        return {
          plan: { ...plan, nonce: now.nonce, patient: now.patient, writes: isOther ? [] : plan.writes },
          reading: now,
        }
      },
    })
    for (let step = 0; step < casesOf('changed forms', 1000); step++) {
      now = pages[draw(4)]
      await openPage(now ? { status: 'ready', reading: now } : { status: 'unreadable', message: 'Open a chart.' })
      const isWrong = now === other || now === undefined
      if (isWrong) expect(mounted.host.textContent).not.toContain('same\u00a0patient')
      const before = filled.length
      const fill = [...mounted.host.querySelectorAll('button')].find(({ textContent }) =>
        /^(?:Fill \d|Nothing to)/.test(textContent),
      )
      if (isWrong) expect(fill?.disabled ?? true).toBe(true)
      await act(async () => fill?.click())
      for (const { nonce } of filled.slice(before)) expect([now?.nonce, isWrong]).toEqual([nonce, false])
      await act(async () => button('Undo')?.click())
    }
    expect(filled.length).toBeGreaterThan(20)
  })
})

describe('a field with words of its own', () => {
  const own = {
    ...plan.writes[0],
    fieldId: 'plan',
    label: 'Plan',
    section: '',
    options: [],
    kind: 'long_text' as const,
    from: ['Call the pharmacy.'],
    to: ['See again in May.'],
    occupied: true as const,
  }
  const occupied = () => ({ plan: { ...plan, writes: [...plan.writes, own] }, reading })
  const treat = async (word: string) => {
    const radio = [...mounted.host.querySelectorAll('label')].find(({ textContent }) => textContent === word)
    await act(async () => radio?.click())
  }

  test('is kept unless the clinician chooses otherwise, and shows both texts', async () => {
    await show({ plan: occupied })
    await says('Call the pharmacy.')
    await says('See again in May.')
    await press('Fill 1 field')
    await eventually(() => expect(filled[0]?.writes.map(({ fieldId }) => fieldId)).toEqual(['mood']))
  })

  test.each([
    ['Add below', ['Call the pharmacy.\nSee again in May.']],
    ['Replace', ['See again in May.']],
  ])('gets the new text with “%s”', async (word, to) => {
    await show({ plan: occupied })
    await says('See again in May.')
    await treat(word)
    await press('Fill 2 fields')
    await eventually(() => expect(filled[0]?.writes[1]).toMatchObject({ fieldId: 'plan', to }))
  })

  test('is not written if it was changed since it was shown', async () => {
    let from = ['Call the pharmacy.']
    await show({ plan: () => ({ plan: { ...plan, writes: [{ ...own, from }] }, reading }) })
    await says('Call the pharmacy.')
    await treat('Replace')
    from = ['Call the pharmacy today.']
    await press('Fill 1 field')
    await says('The page has changed. Check the values below, then press Fill again. Nothing was written.')
    await says('Call the pharmacy today.')
    expect(filled).toEqual([])
  })
})
