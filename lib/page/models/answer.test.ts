// @vitest-environment jsdom
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { control, openForm, said } from '../../../tests/ehr-pages/form-in-memory.ts'
import { answerForEditors } from './answer.ts'
import { askModel } from './model.ts'

beforeAll(() => {
  const listening = vi.spyOn(document, 'addEventListener')
  answerForEditors()
  const listeners = [...listening.mock.calls]
  listening.mockRestore()
  expect(listeners).toHaveLength(3)
  // The tests of other files share this document, so the listeners are removed after this file.
  return () => {
    for (const [type, listener, options] of listeners) document.removeEventListener(type, listener, options)
  }
})

describe('Summernote with its link dialog open', () => {
  /**
   * Opens a page with the elements that Summernote makes. The only function of Summernote that these tests need,
   * `summernote('code')`, is a stub: it returns or sets the HTML of the editor.
   */
  function openNote() {
    const form = openForm(
      `<form action="/notes/1">
        <textarea id="note" hidden></textarea>
        <div class="note-editor">
          <textarea class="note-codable" id="code" hidden></textarea>
          <div class="note-editable" id="editable" contenteditable="true"><p>Old</p></div>
          <div class="note-modal link-dialog">
            <label for="url">Link address</label> <input class="note-link-url" id="url" name="url">
            <label for="target">Target</label> <select id="target" name="target"><option>Same<option>New</select>
          </div>
        </div>
      </form>`,
    )
    const editable = control<HTMLElement>('editable')
    const summernote = (_verb: 'code', html = editable.innerHTML) => {
      editable.innerHTML = html
      return html
    }
    vi.stubGlobal('jQuery', () => ({ prev: () => ({ summernote }) }))
    onTestFinished(() => void vi.unstubAllGlobals())
    return { form, editable }
  }

  test('the text and its source view are the editor; the inputs and lists of the dialog are not', () => {
    openNote()
    expect(['editable', 'code', 'url', 'target'].map((id) => askModel(control(id), { verb: 'read' }))).toEqual([
      { editor: 'Summernote', text: 'Old\n' },
      { editor: 'Summernote', text: 'Old\n' },
      null,
      null,
    ])
  })

  test('a value for the dialog never replaces the note, neither when it is written nor when it is undone', async () => {
    const { form, editable } = openNote()
    expect(said(await form.fill({ 'Link address': 'https://clinic.example' }))).toEqual(['Link address: written'])
    editable.innerHTML = '<p>Typed since</p>'
    expect(said(await form.undo())).toEqual(['Link address: written'])
    expect(control('url').value).toBe('')
    expect(editable.innerHTML).toBe('<p>Typed since</p>')

    control('url').addEventListener('input', () => {
      control('url').value = 'https://'
    })
    expect(said(await form.fill({ 'Link address': 'https://clinic.example' }))).toEqual([
      'Link address: failed rejected-by-page',
    ])
    expect(editable.innerHTML).toBe('<p>Typed since</p>')
  })
})

/** Returns an input of a component with these properties, as React notes them in its elements. */
function openComponent(properties: Record<string, unknown>, attributes = ''): HTMLInputElement {
  openForm(`<form action="/notes/1"><label for="own">Own</label><input id="own" ${attributes}></form>`)
  const input = control<HTMLInputElement>('own')
  const component = {
    return: null,
    memoizedProps: { onChange: () => {}, ...properties },
    memoizedState: null,
    stateNode: null,
  }
  const own = { return: component, memoizedProps: { value: input.value }, memoizedState: null, stateNode: input }
  return Object.assign(input, { __reactFiber$1: own, __reactProps$1: own.memoizedProps })
}

describe('A list of React', () => {
  const routes = [
    { value: 'o', label: 'Oral' },
    { value: 'n', label: 'Nasal' },
  ]

  test.each([
    ['a code', { value: 'n', options: routes }, 'Nasal'],
    ['several codes', { value: ['o', 'n'], options: routes }, 'Oral\nNasal'],
    ['a number in a group', { value: 2, data: [{ group: 'All', items: [{ value: 2, label: 'Two' }] }] }, 'Two'],
    ['a code without a caption', { value: 'x', options: routes }, 'x'],
    ['the caption itself', { value: 'Oral', options: ['Oral', 'Nasal'] }, 'Oral'],
  ])('holds the caption of %s', (_name, properties, text) => {
    expect(askModel(openComponent(properties, 'role="combobox"'), { verb: 'read' })?.text).toBe(text)
  })

  test('takes several options if its component says so, also while it has no value', () => {
    const read = (properties: Record<string, unknown>) =>
      askModel(openComponent(properties, 'role="combobox"'), { verb: 'read' })?.several
    expect([read({ multiple: true }), read({ value: [] }), read({ multiple: false })]).toEqual([true, true, undefined])
  })
})

describe('A date picker of React', () => {
  const day = new Date(2026, 11, 5)

  test.each([
    ['the notation of date-fns', { selected: day, dateFormat: 'dd/MM/yyyy' }, 'DD/MM/YYYY', '05/12/2026'],
    ['the notation of jQuery UI', { value: day, dateFormat: 'mm/dd/yy' }, 'MM/DD/YYYY', '12/05/2026'],
    ['no date', { value: null, dateFormat: 'yy-mm-dd' }, 'YYYY-MM-DD', ''],
    ['names of months', { value: day, dateFormat: 'd MMMM yyyy' }, undefined, undefined],
    ['no format', { value: day }, undefined, undefined],
  ])('states its order and its date: %s', (_name, properties, format, text) => {
    const answer = askModel(openComponent(properties), { verb: 'read' })
    expect([answer?.format, answer?.text]).toEqual([format, text])
  })
})
