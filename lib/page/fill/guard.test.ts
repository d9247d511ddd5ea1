// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { control, openForm, planOf, said } from '../../../tests/ehr-pages/form-in-memory.ts'
import { siteRules } from '../../contracts/index.ts'
import { genericAdapter } from '../adapters/generic/index.ts'
import { openPageGuard, pageClock } from './guard.ts'

const row = (name: string) =>
  `<p><label for="${name}">${name[0]?.toUpperCase()}${name.slice(1)}</label> <input id="${name}" name="${name}"></p>`
const form = (more = '') =>
  `<form action="/notes/1">${['mood', 'plan', 'goal'].map(row).join('')}<p>Course</p><div contenteditable="true" id="course"></div>${more}</form>`
const values = { Mood: 'low', Plan: 'Sleep diary', Goal: 'Walk' }
const held = () => ['mood', 'plan', 'goal'].map((name) => control(name).value)

/** Calls `doing` once, when the page gets the `change` event of the field “mood”. The fill writes this field first. */
const afterMood = (doing: () => void) => control('mood').addEventListener('change', doing, { once: true })

describe('A page that changes during a fill', () => {
  test.each([
    ['hides', (plan: HTMLInputElement) => plan.closest('p')?.setAttribute('hidden', ''), 'not-found'],
    ['disables', (plan: HTMLInputElement) => plan.setAttribute('disabled', ''), 'read-only'],
    ['removes', (plan: HTMLInputElement) => plan.closest('p')?.remove(), 'not-found'],
  ])('a field that the page %s is not written, and the others are', async (_what, change, reason) => {
    const page = openForm(form())
    const plan = control('plan')
    afterMood(() => void change(plan))
    expect(said(await page.fill(values))).toEqual(['Mood: written', `Plan: refused ${reason}`, 'Goal: written'])
    expect([control('mood').value, plan.value, control('goal').value]).toEqual(['low', '', 'Walk'])
  })

  const swapped = (name: string) => (plan: Element, goal: Element) => {
    const [one, other] = [plan.getAttribute(name) ?? '', goal.getAttribute(name) ?? '']
    plan.setAttribute(name, other)
    goal.setAttribute(name, one)
  }
  const labelOf = (control: Element) => control.closest('p')?.querySelector('label') as HTMLElement
  test.each([
    [
      'swaps the names of two controls and the targets of their labels',
      (plan: Element, goal: Element) => {
        swapped('name')(plan, goal)
        swapped('for')(labelOf(plan), labelOf(goal))
      },
    ],
    [
      'swaps the names of two controls and the words of their labels',
      (plan: Element, goal: Element) => {
        swapped('name')(plan, goal)
        const [one, other] = [labelOf(plan).firstChild as Text, labelOf(goal).firstChild as Text]
        ;[one.data, other.data] = [other.data, one.data]
      },
    ],
    [
      'swaps the names of two controls and their labels',
      (plan: Element, goal: Element) => {
        swapped('name')(plan, goal)
        const [one, other] = [labelOf(plan), labelOf(goal)]
        plan.before(other)
        goal.before(one)
        swapped('for')(one, other)
      },
    ],
  ])('a page that %s gets each value where its question is now', async (_what, swap) => {
    const page = openForm(form())
    const [plan, goal] = [control('plan'), control('goal')]
    afterMood(() => swap(plan, goal))
    await page.fill(values)
    expect([plan.value, goal.value]).toEqual(['Walk', 'Sleep diary'])
  })

  test('so does a page that swaps questions inside a shadow root', async () => {
    const page = openForm(`<form action="/notes/1">${row('mood')}<div id="host"></div></form>`)
    const inside = control<HTMLElement>('host').attachShadow({ mode: 'open' })
    inside.innerHTML = row('plan') + row('goal')
    const [plan, goal] = [...inside.querySelectorAll('input')]
    const [one, other] = [...inside.querySelectorAll('label')]
    if (!plan || !goal || !one || !other) throw new Error('The shadow root is empty.')
    afterMood(() => {
      swapped('name')(plan, goal)
      swapped('for')(one, other)
    })
    await page.fill(values)
    expect([plan.value, goal.value]).toEqual(['Walk', 'Sleep diary'])
  })

  test('another address: nothing more is written', async () => {
    const page = openForm(form())
    afterMood(() => history.pushState(null, '', '/notes/2'))
    expect(said(await page.fill(values))).toEqual([
      'Mood: failed page-moved',
      'Plan: refused page-moved',
      'Goal: refused page-moved',
    ])
    expect(held()).toEqual(['low', '', ''])
  })
})

describe('The part of an address after #', () => {
  const moveTo = (part: string) => {
    location.hash = part
  }

  test.each(['/patients/2/notes', '!/patients/2', 'patient=2'])(
    'another chart, %s: nothing more is written',
    async (part) => {
      moveTo('/patients/1')
      const page = openForm(form())
      afterMood(() => moveTo(part))
      expect(said(await page.fill(values)).slice(1)).toEqual(['Plan: refused page-moved', 'Goal: refused page-moved'])
      expect(held()).toEqual(['low', '', ''])
    },
  )

  test('a jump to another place of the page: everything is written', async () => {
    moveTo('mood')
    const page = openForm(form())
    afterMood(() => moveTo('goal'))
    expect(said(await page.fill(values))).toEqual(['Mood: written', 'Plan: written', 'Goal: written'])
  })
})

describe('A page whose patient is named by the rules of its site', () => {
  const rules = siteRules.parse({ host: 'localhost', version: 1, patientName: '#patient', fields: [] })
  const chart = () => openForm(`<p id="patient">Rosa Lindqvist</p>${form()}`, { ports: { siteRules: rules } })
  const show = (name: string) => {
    control<HTMLElement>('patient').textContent = name
  }

  test('is filled with a name that the clinician confirmed if the rules are for another site', async () => {
    const elsewhere = { ...rules, host: 'ehr.example' }
    const page = openForm(`<p id="patient">Rosa Lindqvist</p>${form()}`, { ports: { siteRules: elsewhere } })
    expect(page.read().patient).toBeNull()
    expect(said(await page.fill(values))).toEqual(['Mood: written', 'Plan: written', 'Goal: written'])
  })

  test('is filled while it shows this patient', async () => {
    const page = chart()
    expect(page.read().patient?.name).toBe('Rosa Lindqvist')
    expect(said(await page.fill(values))).toEqual(['Mood: written', 'Plan: written', 'Goal: written'])
  })

  test('is not written any more once it has shown another patient, even if the first one comes back', async () => {
    const page = chart()
    afterMood(() => {
      show('Theo Marchetti')
      page.clock.after(10, () => show('Rosa Lindqvist'))
    })
    expect(said(await page.fill(values))).toEqual([
      'Mood: failed wrong-patient',
      'Plan: refused wrong-patient',
      'Goal: refused wrong-patient',
    ])
    expect(held()).toEqual(['low', '', ''])
  })
})

describe('The time of a fill', () => {
  test('quick fields are written without a pause; after slow ones, the page can render', async () => {
    const order = async (eachMs: number): Promise<string[]> => {
      const page = openForm(form())
      const told: string[] = []
      for (const name of ['mood', 'plan', 'goal'])
        control(name).addEventListener('change', () => {
          told.push(name)
          page.clock.pass(eachMs)
          if (told.length === 1) page.clock.after(0, () => told.push('rendered'))
        })
      await page.fill(values)
      return told
    }
    expect(await order(0)).toEqual(['mood', 'plan', 'goal', 'rendered'])
    expect(await order(20)).toEqual(['mood', 'rendered', 'plan', 'goal'])
  })

  test('a form whose structure stays the same is not scanned for each field', async () => {
    const scans = vi.spyOn(genericAdapter, 'fields')
    const scansOf = async (names: string[]): Promise<number> => {
      const page = openForm(
        `<form action="/notes/1">${names.map(row).join('')}<p>Course</p><div contenteditable="true" id="course"></div></form>`,
      )
      for (const name of names)
        control(name).addEventListener('change', () => {
          control(name).className = 'changed'
          control('course').append('.')
        })
      const plan = planOf(page.read(), Object.fromEntries(names.map((name) => [name, 'ours'])))
      scans.mockClear()
      expect((await page.write(plan)).map(({ outcome }) => outcome)).toEqual(names.map(() => 'written'))
      return scans.mock.calls.length
    }
    const many = Array.from({ length: 12 }, (_none, at) => `question${at}`)
    expect(await scansOf(many)).toBe(await scansOf(many.slice(0, 2)))
    scans.mockRestore()
  })

  test('the clock of a page waits as long as it is told, and always for one task of the page', async () => {
    let ran = false
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      ran = true
      port1.close()
    }
    port2.postMessage(null)
    await pageClock.wait(0)
    expect(ran).toBe(true)

    vi.useFakeTimers()
    let over = false
    const waiting = pageClock.wait(500).then(() => {
      over = true
    })
    await vi.advanceTimersByTimeAsync(499)
    expect(over).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    vi.useRealTimers()
  })
})

test('before the first scan of a page, no control may be pressed', () => {
  openForm(form())
  const lock = { url: document.URL, patient: null, encounter: '', confirmedPatient: 'Rosa Lindqvist' }
  const guard = openPageGuard(document, lock, { clock: pageClock, ports: {} }, new Map())
  expect([...document.querySelectorAll('*')].every((each) => each.matches(guard.forbidden()))).toBe(true)
  guard.close()
})
