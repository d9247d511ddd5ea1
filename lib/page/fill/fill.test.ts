// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { answerFor, control, openForm, planOf, said } from '../../../tests/ehr-pages/form-in-memory.ts'
import type { FillPlan } from '../shapes.ts'
import { pointOut } from './write-field.ts'

const row = (name: string, value = '', more = '') =>
  `<p><label for="${name}">${name[0]?.toUpperCase()}${name.slice(1)}</label> <input id="${name}" name="${name}" value="${value}" ${more}></p>`
const form = (...rows: string[]) => `<form action="/notes/1">${rows.join('')}</form>`
const course = (text = '') => `<p>Course</p><div contenteditable="true" id="course">${text}</div>`
const openText = () => openForm(form(row('mood', 'calm'), row('plan')))

describe('A plan', () => {
  test('of an earlier reading, or of no reading, writes nothing', async () => {
    const page = openText()
    const plan = planOf(page.read(), { Mood: 'low' })
    page.read()
    expect(said(await page.write(plan))).toEqual(['Mood: refused page-moved'])
    const unread = openText()
    expect(said(await unread.write({ ...plan, nonce: '' }))).toEqual(['Mood: refused page-moved'])
    expect(control('mood').value).toBe('calm')
  })

  test('gets one receipt for each write and each refusal, with the value before and after', async () => {
    const page = openText()
    const plan: FillPlan = {
      ...planOf(page.read(), { Mood: 'low', Plan: 'Walk' }),
      refusals: [{ fieldId: 'sleep', label: 'Sleep', to: ['good'], reason: 'not-found' }],
    }
    control('plan').value = 'By hand'
    expect((await page.write(plan)).map(({ fieldId: _, ...receipt }) => receipt)).toEqual([
      { label: 'Mood', outcome: 'written', before: ['calm'], after: ['low'], strategy: 'setter' },
      { label: 'Plan', outcome: 'refused', reason: 'page-moved', before: [], after: [] },
      { label: 'Sleep', outcome: 'refused', reason: 'not-found', before: [], after: [] },
    ])
    const [again] = await page.fill({ Mood: 'low' })
    expect(again).toMatchObject({ outcome: 'unchanged', before: ['low'], after: ['low'] })
    expect(control('plan').value).toBe('By hand')
  })

  test('that is refused leaves the earlier fill to be undone', async () => {
    const page = openText()
    const plan = planOf(page.read(), { Mood: 'low' })
    await page.write(plan)
    expect(said(await page.write(plan))).toEqual(['Mood: unchanged'])
    expect(said(await page.undo())).toEqual(['Mood: written'])
    expect(await page.undo()).toEqual([])
  })
})

describe('A value that the page takes away later', () => {
  /**
   * Makes the page set the field Mood back to `to`, `afterMs` milliseconds after each of the first `times` writes.
   * Returns an array to which each written value is added.
   */
  function reset(page: ReturnType<typeof openForm>, times: number, afterMs: number, to = 'calm'): string[] {
    const told: string[] = []
    control('mood').addEventListener('input', () => {
      told.push(control('mood').value)
      if (told.length > times) return
      page.clock.after(afterMs, () => {
        control('mood').value = to
      })
    })
    return told
  }

  test('once is written again, and stays', async () => {
    const page = openText()
    const told = reset(page, 1, 500)
    expect(said(await page.fill({ Mood: 'low', Plan: 'Walk' }))).toEqual(['Mood: written', 'Plan: written'])
    expect([told, control('mood').value]).toEqual([['low', 'low'], 'low'])
    expect(said(await page.undo())).toEqual(['Mood: written', 'Plan: written'])
    expect(control('mood').value).toBe('calm')
  })

  test('every time is reported as not kept, with the value that stands', async () => {
    const page = openText()
    const told = reset(page, 9, 500)
    const [receipt] = await page.fill({ Mood: 'low' })
    expect(receipt).toMatchObject({ outcome: 'failed', reason: 'rejected-by-page', after: ['calm'] })
    expect(told).toEqual(['low', 'low'])
  })

  test('is not written over words that somebody typed meanwhile', async () => {
    const page = openText()
    const told = reset(page, 1, 500, 'better, by hand')
    const [receipt] = await page.fill({ Mood: 'low' })
    expect(receipt).toMatchObject({ outcome: 'failed', reason: 'rejected-by-page', after: ['better, by hand'] })
    expect([told, control('mood').value]).toEqual([['low'], 'better, by hand'])
  })

  test.each([
    ['removes the field', () => control('mood').closest('p')?.remove(), 'rejected-by-page'],
    ['locks the field', () => control('mood').setAttribute('readonly', ''), 'rejected-by-page'],
    ['shows another page', () => history.pushState(null, '', '/notes/2'), 'page-moved'],
  ])('because it %s: not reported as written', async (_what, change, reason) => {
    const page = openText()
    control('mood').addEventListener('input', () => page.clock.after(500, () => void change()))
    const [receipt] = await page.fill({ Mood: 'low' })
    expect(receipt).toMatchObject({ outcome: 'failed', reason, after: [] })
  })

  test('is written next with another way, because the first way did not last', async () => {
    const page = openText()
    const ways: string[] = []
    control('mood').addEventListener('input', () => {
      ways.push('events')
      page.clock.after(500, () => {
        if (!ways.includes('model')) control('mood').value = 'calm'
      })
    })
    answerFor(control('mood'), ({ verb }) => {
      if (verb !== 'write') return {}
      ways.push('model')
      control('mood').value = 'low'
      return { done: true }
    })
    const [receipt] = await page.fill({ Mood: 'low' })
    expect(receipt).toMatchObject({ outcome: 'written', strategy: 'editor’s own call' })
    expect(ways).toEqual(['events', 'model'])
  })
})

describe('A value that the page does not take', () => {
  test('is not kept: the field is outlined, and is no part of the undo', async () => {
    const page = openText()
    control('mood').addEventListener('input', () => {
      control('mood').value = 'calm'
    })
    expect(said(await page.fill({ Mood: 'low', Plan: 'Walk' }))).toEqual([
      'Mood: failed rejected-by-page',
      'Plan: written',
    ])
    expect(page.pointed).toEqual([control('mood')])
    expect(said(await page.undo())).toEqual(['Plan: written'])
  })

  test('and that it turns into another one is taken back; if that fails too, undo tries it again', async () => {
    const page = openText()
    let stubborn = true
    control('mood').addEventListener('input', () => {
      if (stubborn) control('mood').value = 'LOW!'
    })
    const [receipt] = await page.fill({ Mood: 'low' })
    expect(receipt).toMatchObject({ outcome: 'failed', reason: 'rejected-by-page', after: ['LOW!'] })
    expect(page.journal.entries.map(({ label }) => label)).toEqual(['Mood'])
    stubborn = false
    control('mood').value = 'low'
    expect(said(await page.undo())).toEqual(['Mood: written'])
    expect(control('mood').value).toBe('calm')
  })

  test('because a patient was changed while it was taken back: the reason says so', async () => {
    const page = openText()
    let count = 0
    control('mood').addEventListener('input', () => {
      control('mood').value = 'other'
      if (++count === 2) history.pushState(null, '', '/notes/2')
    })
    expect(said(await page.fill({ Mood: 'low' }))).toEqual(['Mood: failed page-moved'])
  })

  test('with one way, but with another, has one receipt and one entry of the undo', async () => {
    const page = openText()
    let typed = true
    control('mood').addEventListener('input', () => {
      if (typed) control('mood').value = 'something else'
    })
    answerFor(control('mood'), ({ verb }) => {
      if (verb === 'write') control('mood').value = 'low'
      return {}
    })
    expect(said(await page.fill({ Mood: 'low', Plan: 'Walk' }))).toEqual(['Mood: written', 'Plan: written'])
    typed = false
    expect(said(await page.undo())).toEqual(['Mood: written', 'Plan: written'])
    expect(control('mood').value).toBe('calm')
  })
})

describe('An editor that stores its own text', () => {
  const stored = (text: string, element: Element) => answerFor(element, ({ verb }) => (verb === 'read' ? { text } : {}))

  test('and does not store the shown one: not reported as written, and the receipt has the stored text', async () => {
    const page = openForm(form(course()))
    stored('Old\n', control('course'))
    const [receipt] = await page.fill({ Course: 'Better' })
    expect(receipt).toMatchObject({ outcome: 'failed', reason: 'rejected-by-page' })
  })

  test('and stores the shown one: written', async () => {
    const page = openForm(form(course()))
    answerFor(control('course'), ({ verb }) =>
      verb === 'read' ? { text: `${control('course').textContent}\n\n` } : {},
    )
    const [receipt] = await page.fill({ Course: 'Better' })
    expect(receipt).toMatchObject({ outcome: 'written', after: ['Better'] })
    expect(said(await page.undo())).toEqual(['Course: written'])
  })

  test('and loses it later: not reported as written, and the receipt says that nothing is stored', async () => {
    const page = openForm(form(course()))
    let kept = true
    answerFor(control('course'), ({ verb }) =>
      verb === 'read' ? { text: kept ? (control('course').textContent ?? '') : '\n' } : {},
    )
    control('course').addEventListener('input', () =>
      page.clock.after(500, () => {
        kept = false
      }),
    )
    const [receipt] = await page.fill({ Course: 'Better' })
    expect(receipt).toMatchObject({ outcome: 'failed', reason: 'rejected-by-page', after: [] })
  })

  test('but shows something else: not reported as written', async () => {
    const page = openForm(form(course()))
    new MutationObserver(() => {
      if (control('course').textContent === 'Better') control('course').textContent = 'Worse'
    }).observe(control('course'), { childList: true })
    stored('Better', control('course'))
    expect(said(await page.fill({ Course: 'Better' }))).toEqual(['Course: failed rejected-by-page'])
  })

  test('is asked for a text input, too', async () => {
    const page = openForm(form(row('mood')))
    stored('', control('mood'))
    expect(said(await page.fill({ Mood: 'low' }))).toEqual(['Mood: failed rejected-by-page'])
  })
})

test('a field is outlined where it can be seen: at the widget that replaces a list, or at the frame of an editor', () => {
  const list = (name: string, widget = '') =>
    `<select id="${name}" name="${name}" ${widget && 'hidden'}><option>Group</option></select>${widget}`
  const drawn = '<div class="chosen-container" id="drawn"></div>'
  const page = openForm(
    form(`<div>${list('kind', drawn)}</div><p>${list('room')}</p><iframe id="frame"></iframe>`, row('mood')),
  )
  const editor = control<HTMLIFrameElement>('frame').contentDocument?.body
  for (const each of [[control('kind')], [control('room')], [control('mood')], editor ? [editor] : [], []])
    pointOut({ kind: 'text', labels: [], section: '', controls: each, choices: [], names: [] })
  expect(page.pointed.map(({ id }) => id)).toEqual(['drawn', 'room', 'mood', 'frame'])
})
