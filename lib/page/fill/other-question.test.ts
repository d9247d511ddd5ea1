// @vitest-environment jsdom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { control, openForm, planOf, said } from '../../../tests/ehr-pages/form-in-memory.ts'
import { casesOf } from '../../../tests/exhaustive.ts'

const risk = 'Does the patient intend to harm anybody?'
const row = (name: string, label: string) =>
  `<p><label for="${name}">${label}</label> <input id="${name}" name="${name}"></p>`
const wizard = (label: string) => `<form action="/notes/1"><h3>Today</h3>${row('answer', label)}</form>`
const labels = () => [...document.querySelectorAll('label')]
const relabel = (label: string, at = 0) => {
  const element = labels()[at]
  if (element) element.textContent = label
}

test('a page that asks the next question in the same control gets no answer to the last one', async () => {
  const page = openForm(wizard('Mood'))
  const plan = planOf(page.read(), { Mood: 'Low, cries daily' })
  relabel(risk)
  expect(said(await page.write(plan))).toEqual(['Mood: refused other-question'])
  expect(control('answer').value).toBe('')
})

test('so does a page that keeps the label and changes the heading above it', async () => {
  const page = openForm(
    `<form action="/notes/1"><fieldset><legend>Mother</legend>${row('answer', 'Illnesses')}</fieldset></form>`,
  )
  const plan = planOf(page.read(), { Illnesses: 'Asthma' })
  const legend = document.querySelector('legend')
  if (legend) legend.textContent = 'Patient'
  expect(said(await page.write(plan))).toEqual(['Illnesses: refused other-question'])
  expect(control('answer').value).toBe('')
})

test('a choice whose options have changed is not made', async () => {
  const options = (...captions: string[]) => ['', ...captions].map((each) => `<option>${each}</option>`).join('')
  const page = openForm(
    `<form action="/notes/1"><p><label for="pain">Answer</label><select id="pain" name="pain">${options('Never', 'Daily')}</select></p></form>`,
  )
  const plan = planOf(page.read(), { Answer: 'Daily' })
  control('pain').innerHTML = options('Daily', 'Weekly')
  expect(said(await page.write(plan))).toEqual(['Answer: refused other-question'])
  expect(control('pain').value).toBe('')
})

test('a page that moves on after each answer keeps the answer that was given, and gets no second one', async () => {
  const page = openForm(wizard('Mood'))
  control('answer').addEventListener('change', () =>
    page.clock.after(500, () => {
      control('answer').value = ''
      relabel(risk)
    }),
  )
  expect(said(await page.fill({ Mood: 'Low, cries daily' }))).toEqual(['Mood: failed other-question'])
  expect(control('answer').value).toBe('')
})

test('undo gives no earlier answer to another question', async () => {
  const page = openForm(wizard('Mood'))
  control('answer').value = 'Calm'
  expect(said(await page.fill({ Mood: 'Low, cries daily' }))).toEqual(['Mood: written'])
  relabel(risk)
  expect(said(await page.undo())).toEqual(['Mood: refused other-question'])
  expect(control('answer').value).toBe('Low, cries daily')
})

test('a picker that names its control otherwise while it is open keeps its value, and undo takes it back', async () => {
  const page = openForm(wizard('Seen on'))
  const field = control('answer')
  field.addEventListener('input', () => field.setAttribute('aria-label', 'Use the arrow keys to pick a date'))
  expect(said(await page.fill({ 'Seen on': 'Monday' }))).toEqual(['Seen on: written'])
  expect(said(await page.undo())).toEqual(['Seen on: written'])
  expect(field.value).toBe('')
})

const questions = ['Mood', 'Plan', 'Sleep', 'Appetite', risk]
type Change = { kind: 'relabel' | 'swap' | 'heading' | 'render' | 'back'; at: number; to: number; ms: number }

const change = fc.record<Change>({
  kind: fc.constantFrom('relabel', 'swap', 'heading', 'render', 'back'),
  at: fc.nat(3),
  to: fc.nat(questions.length - 1),
  // −1: between the plan and the fill. Otherwise so many milliseconds after the first answer.
  ms: fc.oneof(fc.constant(-1), fc.nat(4000)),
})

function make({ kind, at, to }: Change): void {
  const element = labels()[at % labels().length]
  const other = labels()[to % labels().length]
  const heading = document.querySelector('legend')
  if (!element || !other || !heading) return
  if (kind === 'relabel') element.textContent = questions[to] ?? ''
  else if (kind === 'heading') heading.textContent = heading.textContent === 'Today' ? 'Last year' : 'Today'
  else if (kind === 'back') for (const [index, each] of labels().entries()) each.textContent = questions[index] ?? ''
  else if (kind === 'swap') [element.textContent, other.textContent] = [other.textContent, element.textContent]
  else {
    const paragraph = element.closest('p')
    if (paragraph) paragraph.outerHTML = row(element.htmlFor, questions[to] ?? '')
  }
}

const asked = (field: HTMLInputElement): string => {
  const label = labels().find(({ htmlFor }) => htmlFor === field.id)
  return `${document.querySelector('legend')?.textContent}: ${label?.textContent}`
}

test('random pages whose questions change before and during a fill get no value under another question', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(change, { maxLength: 6 }), async (count, changes) => {
      const named = questions.slice(0, count)
      const rows = named.map((label, at) => row(`f${at}`, label)).join('')
      const page = openForm(`<form action="/notes/1"><fieldset><legend>Today</legend>${rows}</fieldset></form>`)
      const written: string[] = []
      // The listener runs before the page's own ones, in the task of the write.
      document.body.addEventListener(
        'input',
        ({ target }) => {
          const field = target as HTMLInputElement
          if (field.value !== '') written.push(`${asked(field)} = ${field.value}`)
        },
        { capture: true },
      )
      const plan = planOf(page.read(), Object.fromEntries(named.map((label) => [label, `about ${label}`])))
      expect(plan.writes.length).toBe(count)
      for (const each of changes.filter(({ ms }) => ms < 0)) make(each)
      let isBegun = false
      document.body.addEventListener('change', () => {
        if (isBegun) return
        isBegun = true
        for (const each of changes.filter(({ ms }) => ms >= 0)) page.clock.after(each.ms, () => make(each))
      })
      await page.write(plan)
      expect(written.filter((line) => !named.some((label) => line === `Today: ${label} = about ${label}`))).toEqual([])
    }),
    { numRuns: casesOf('changed forms', 1000) },
  )
})
