// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { control, openForm } from '../../../tests/ehr-pages/form-in-memory.ts'
import { focusedField } from './focused.ts'

function focus(html: string, target: () => HTMLElement = () => control('field')) {
  const page = openForm(`<form action="/notes/1">${html}</form>`)
  target().focus()
  const found = focusedField(document, {})
  return { found, fields: page.read().fields }
}

test('the text field with the focus is named, with the place of its cursor', () => {
  openForm('<form action="/notes/1"><label>Mood <input name="field" value="calm and tired"></label></form>')
  control('field').focus()
  control('field').setSelectionRange(2, 4)
  expect(focusedField(document, {})).toEqual({ fieldId: expect.any(String), label: 'Mood', caret: 4 })
})

test('a text area and an empty editor take dictated words', () => {
  expect(focus('<label>Plan <textarea name="field"></textarea></label>').found).toMatchObject({ label: 'Plan' })
  const editor = '<label for="field">Course</label><div id="field" contenteditable="true" tabindex="0"></div>'
  expect(focus(editor).found).toMatchObject({ caret: null })
})

describe('Nothing is dictated into', () => {
  test.each([
    ['a password field', 'password', '<label>Key <input name="field" type="password"></label>'],
    ['a locked field', 'read-only', '<label>Mood <input name="field" readonly></label>'],
    ['a choice', 'not-text', '<label>Mood <select name="field"><option>Low<option>Calm</select></label>'],
    ['a date', 'not-text', '<label>Onset <input name="field" type="date"></label>'],
    ['a button', 'no-focus', '<label>Mood <input name="mood"></label><button type="button" id="field">Save</button>'],
    [
      'a formatted text',
      'formatted',
      '<label for="field">Course</label><div id="field" contenteditable="true" tabindex="0"><b>Old</b> words</div>',
    ],
  ])('%s', (_name, reason, html) => {
    expect(focus(html).found).toBe(reason)
  })

  test('a page without a focused field', () => {
    expect(focus('<label>Mood <input name="field"></label>', () => document.body).found).toBe('no-focus')
  })
})
