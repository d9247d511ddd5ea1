// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { answerFor, control, openForm, said } from '../../../tests/ehr-pages/form-in-memory.ts'

const captions = ['Choose…', 'Alcohol', 'Cannabis']

/** A select behind a widget. The user cannot reach the select. The widget has a list only if `opens` is true. */
function open(opens: boolean, chosen = '') {
  const options = captions.map((each) => {
    const value = each === 'Choose…' ? '' : each
    return `<option value="${value}" ${value === chosen ? 'selected' : ''}>${each}</option>`
  })
  const page = openForm(
    `<form action="/notes/1"><p><label for="s">Substance</label>
    <select id="s" name="s" tabindex="-1">${options.join('')}</select><span id="drawn" tabindex="0">${chosen || 'Choose…'}</span></p></form>`,
  )
  const drawn = control<HTMLElement>('drawn')
  const select = control<HTMLSelectElement>('s')
  drawn.addEventListener('click', () => {
    if (!opens) return
    document.body.insertAdjacentHTML('beforeend', `<ul>${captions.map((each) => `<li>${each}</li>`).join('')}</ul>`)
    for (const item of document.querySelectorAll('li'))
      item.addEventListener('click', () => {
        drawn.textContent = item.textContent
        select.value = item.textContent === 'Choose…' ? '' : (item.textContent ?? '')
        document.querySelector('ul')?.remove()
      })
  })
  return { page, state: () => [select.value, drawn.textContent] }
}

describe('A select behind a widget', () => {
  test.each(['', 'Alcohol'])('with “%s” is written in the widget, and undo restores both', async (chosen) => {
    const { page, state } = open(true, chosen)
    const before = state()
    expect(said(await page.fill({ Substance: 'cannabis' }))).toEqual(['Substance: written'])
    expect(state()).toEqual(['Cannabis', 'Cannabis'])
    expect(said(await page.undo())).toEqual(['Substance: written'])
    expect(state()).toEqual(before)
  })

  test('is not reported as written if the widget does not show the choice', async () => {
    const { page, state } = open(false)
    expect(said(await page.fill({ Substance: 'cannabis' }))).toEqual(['Substance: failed rejected-by-page'])
    expect(state()).toEqual(['', 'Choose…'])
  })
})

test('a text that is shown, but not held by the page, is taken back', async () => {
  const page = openForm(
    '<form action="/notes/1"><p><label for="day">Seen on</label> <input id="day" name="day"></p></form>',
  )
  answerFor(control('day'), ({ verb }) => ({ done: verb === 'empty' }))
  expect(said(await page.fill({ 'Seen on': 'today' }))).toEqual(['Seen on: failed rejected-by-page'])
  expect(control('day').value).toBe('')
})
