// @vitest-environment jsdom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openForm, planOf, said } from '../../../tests/ehr-pages/form-in-memory.ts'

const note = (visit: number) => `
  <form action="chartnotes.aspx">
    <input type="hidden" name="hidTemplateName" value="Progress note">
    <input type="hidden" name="hidParentID" value="${visit}">
    <div name="Note">
      <p><label for="mood">Mood</label> <input id="mood" name="mood"></p>
      <p><label for="plan">Plan</label> <input id="plan" name="plan"></p>
    </div>
  </form>`
const values = { Mood: 'low', Plan: 'Walk' }

let frames: HTMLIFrameElement[]

/** AdvancedMD with the notes of two visits of one patient, both from the same template. Note 1 is visible. */
function openNotes() {
  const page = openForm(
    '<p class="amds-patient-name">LINDQVIST,ROSA</p><div><iframe></iframe></div><div hidden><iframe></iframe></div>',
  )
  frames = [...document.querySelectorAll('iframe')]
  for (const [at, frame] of frames.entries()) {
    if (frame.contentDocument) frame.contentDocument.body.innerHTML = note(at + 1)
  }
  return page
}

/** Shows the note of this visit and hides the other note. Only attributes of the page change. */
const show = (visit: number) => {
  for (const [at, frame] of frames.entries()) frame.parentElement?.toggleAttribute('hidden', at + 1 !== visit)
}
const inputOf = (visit: number, name: string) =>
  frames[visit - 1]?.contentDocument?.querySelector<HTMLInputElement>(`#${name}`)
const held = () => [1, 2].map((visit) => ['mood', 'plan'].map((name) => inputOf(visit, name)?.value))

beforeEach(() => {
  // jsdom has no layout. The adapter needs the area of each frame.
  const sized = vi.spyOn(HTMLIFrameElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 9, 9))
  onTestFinished(() => sized.mockRestore())
})

describe('If the note of another visit of the same patient is open', () => {
  const moved = ['Mood: refused page-moved', 'Plan: refused page-moved']

  test('a fill writes nothing', async () => {
    const page = openNotes()
    const plan = planOf(page.read(), values)
    expect(plan).toMatchObject({ patient: { name: 'ROSA LINDQVIST' }, encounter: '1' })
    show(2)
    expect(said(await page.write(plan))).toEqual(moved)
    expect(held()).toEqual([
      ['', ''],
      ['', ''],
    ])
    show(1)
    expect(said(await page.write(plan))).toEqual(['Mood: written', 'Plan: written'])
  })

  test('a running fill stops', async () => {
    const page = openNotes()
    inputOf(1, 'mood')?.addEventListener('change', () => show(2), { once: true })
    expect(said(await page.fill(values))).toEqual(['Mood: failed page-moved', 'Plan: refused page-moved'])
    expect(held()[1]).toEqual(['', ''])
  })

  test('a running fill stops, also if the page shows the other visit in the same note', async () => {
    const page = openNotes()
    const visit = frames[0]?.contentDocument?.querySelector<HTMLInputElement>('[name="hidParentID"]')
    inputOf(1, 'mood')?.addEventListener('change', () => visit && Object.assign(visit, { value: '3' }), { once: true })
    expect(said(await page.fill(values))).toEqual(['Mood: failed page-moved', 'Plan: refused page-moved'])
    expect(inputOf(1, 'plan')?.value).toBe('')
  })

  test('an undo changes nothing, and works when the first note is open again', async () => {
    const page = openNotes()
    await page.fill(values)
    show(2)
    for (const name of ['mood', 'plan']) {
      const [filled, other] = [inputOf(1, name), inputOf(2, name)]
      if (filled && other) other.value = filled.value
    }
    expect(said(await page.undo())).toEqual(moved)
    expect(held()[1]).toEqual(['low', 'Walk'])
    show(1)
    expect(said(await page.undo())).toEqual(['Mood: written', 'Plan: written'])
    expect(held()[0]).toEqual(['', ''])
  })

  test('an undo of its fill does not continue with the fill of the first note', async () => {
    const page = openNotes()
    await page.fill(values)
    show(2)
    await page.fill(values)
    expect(said(await page.undo())).toEqual(['Mood: written', 'Plan: written'])
    expect(await page.undo()).toEqual([])
    expect(held()).toEqual([
      ['low', 'Walk'],
      ['', ''],
    ])
  })
})
