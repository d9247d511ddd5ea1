import {
  boxType,
  isChecked,
  isCombobox,
  isDrawnBox,
  isDrawnList,
  isInput,
  isPickOnly,
  isReadOnly,
  isSelect,
  isTextarea,
  isTicked,
} from '../controls/controls.ts'
import { announceChange, announceFocus, announceText } from '../controls/events.ts'
import { currentValue } from '../controls/fields.ts'
import { halvesOf } from '../controls/halves.ts'
import { divide } from '../controls/parts.ts'
import { askModel, linesAsHtml } from '../models/model.ts'
import { combobox, isOfSeveral, maySuggest, suggestion } from './custom-lists.ts'
import { canPick, pickDrawn } from './drawn-selects.ts'
import type { TargetField } from './guard.ts'
import { press, pressKey, selectAll, setText } from './hand.ts'
import type { FillStrategy } from './strategy.ts'

export const setter: FillStrategy = {
  name: 'setter',
  write({ controls, format }, { to }) {
    for (const [at, control] of controls.entries()) {
      const text = to[at] ?? ''
      if ((isInput(control) || isTextarea(control)) && control.value !== text) {
        setText(control, text)
        announceText(control, text, format !== undefined)
      }
    }
  },
}

const enabledLimitMs = 300
const settledMs = 60

const divided: FillStrategy = {
  name: 'parts',
  restMs: settledMs,
  write(target, { to }) {
    divide(target, to[0] ?? '', (control, text, option) => {
      if (option) {
        option.selected = true
        control.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
        announceChange(control)
      } else {
        control.focus({ preventScroll: true })
        announceFocus(control)
        setText(control, text)
        announceText(control, text, false)
      }
    })
  },
}

/** Inserts the text with `execCommand`, so that the page's own undo can revert it. */
export const typed: FillStrategy = {
  name: 'insertText',
  write({ control }, { to }) {
    selectAll(control)
    const text = to[0] ?? ''
    control.ownerDocument.execCommand(text === '' ? 'delete' : 'insertText', false, text)
    announceChange(control)
    control.blur()
  },
}

export const click: FillStrategy = {
  name: 'click',
  write({ control, choices }, { to, forbidden }) {
    const boxes = choices.length > 0 ? choices : [{ caption: 'Yes', control }]
    const isWrong = (box: HTMLElement): boolean => {
      const state = isChecked(box)
      return boxType(box) === 'checkbox' && (state === true || (state === null && choices.length === 0))
    }
    // Untick before ticking: pressing an option such as "None" clears the other ones.
    for (const { caption, control } of boxes) if (!to.includes(caption) && isWrong(control)) press(control, forbidden)
    for (const { caption, control } of boxes)
      if (to.includes(caption) && isChecked(control) !== true) press(control, forbidden)
  },
}

export const select: FillStrategy = {
  name: 'select',
  write({ control, choices }, { to }) {
    if (!to.every((caption) => choices.some((each) => each.caption === caption))) return
    for (const { caption, control: option } of choices) (option as HTMLOptionElement).selected = to.includes(caption)
    control.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    announceChange(control)
    // The Chosen library redraws its widget only after this event.
    control.dispatchEvent(new Event('chosen:updated', { bubbles: true }))
  },
}

/**
 * Wait after a selection, in milliseconds. Editors with their own model process a selection in a later task; Slate does
 * this at most every 100 ms.
 */
const selectionMs = 130

const selected: FillStrategy['prepare'] = ({ control }) => {
  control.focus({ preventScroll: true })
  announceFocus(control)
  selectAll(control)
  const startMs = performance.now()
  return { ready: () => performance.now() - startMs >= selectionMs, limitMs: selectionMs + 100 }
}

const pasting = (name: string, formats: (text: string) => Record<string, string>): FillStrategy => ({
  name,
  prepare: selected,
  restMs: 40,
  write({ control }, { to }) {
    selectAll(control)
    const clipboardData = new DataTransfer()
    for (const [type, data] of Object.entries(formats(to[0] ?? ''))) clipboardData.setData(type, data)
    control.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
    )
    announceChange(control)
    control.blur()
  },
})

export const pasteText = pasting('paste plain', (text) => ({ 'text/plain': text }))
export const pasteHtml = pasting('paste html', (text) => ({ 'text/html': linesAsHtml(text), 'text/plain': text }))

export const ownCall: FillStrategy = {
  name: 'editor’s own call',
  restMs: 40,
  write({ control }, { to }) {
    const answer = askModel(control, { verb: 'write', text: to.join('\n') })
    return answer !== null && answer.done !== false
  },
}

export const rawDom: FillStrategy = {
  name: 'dom',
  write({ control }, { to }) {
    const { ownerDocument } = control
    const parts = (to[0] ?? '')
      .split('\n')
      .flatMap((line, at) => [...(at ? [ownerDocument.createElement('br')] : []), line])
    control.replaceChildren(...parts)
    announceText(control, to[0] ?? '', false)
  },
}

/**
 * The known editors, each with a selector that detects the editor (`marks`) and with its strategies, best first. The
 * listed strategies keep all lines of the text, and one undo of the fill restores the earlier text. Other strategies
 * damage the text: pasting deletes all text in Quill 1, typing joins the lines in Lexical.
 */
const editors: { name: string; marks: string; strategies: FillStrategy[] }[] = [
  { name: 'TinyMCE', marks: '.mce-content-body', strategies: [typed, pasteHtml, ownCall] },
  { name: 'CKEditor 5', marks: '.ck-editor__editable', strategies: [pasteHtml, ownCall] },
  { name: 'CKEditor 4', marks: '.cke_editable', strategies: [pasteHtml, typed, ownCall] },
  { name: 'Quill', marks: '.ql-editor', strategies: [typed, ownCall] },
  { name: 'Lexical', marks: '[data-lexical-editor]', strategies: [pasteText, pasteHtml, ownCall] },
  { name: 'Slate', marks: '[data-slate-editor]', strategies: [pasteText, ownCall] },
  { name: 'Draft.js', marks: '.public-DraftEditor-content', strategies: [pasteText, ownCall] },
  { name: 'Trix', marks: 'trix-editor', strategies: [pasteText, ownCall] },
  { name: 'Froala', marks: '.fr-element', strategies: [pasteHtml, typed, ownCall] },
  { name: 'ProseMirror', marks: '.ProseMirror', strategies: [pasteHtml, typed, ownCall] },
]

const editorOf = ({ control }: TargetField): (typeof editors)[number] | undefined =>
  editors.find(({ marks }) => control.matches(marks))

export const isKnownEditor = (target: TargetField): boolean =>
  target.kind === 'rich_text' && editorOf(target) !== undefined

const clickLater: FillStrategy = {
  ...click,
  restMs: settledMs,
  prepare({ choices }, { to }) {
    const targetChoices = choices.filter(({ caption }) => to.includes(caption))
    return { ready: () => targetChoices.every(({ control }) => !isReadOnly(control)), limitMs: enabledLimitMs }
  },
}

const byKey: FillStrategy = {
  name: 'click',
  restMs: settledMs,
  write({ control, choices }, { to }) {
    const boxes = choices.length > 0 ? choices : [{ caption: 'Yes', control }]
    for (const { caption, control: box } of boxes) {
      const isWanted = to.includes(caption)
      if ((isChecked(box) === true) === isWanted || (boxType(box) === 'radio' && !isWanted) || isReadOnly(box)) continue
      pressKey(box)
    }
  },
}

const withoutEditor: FillStrategy[] = [typed, pasteHtml, pasteText, ownCall, rawDom]

/** The strategies that choose an option of the page, so that the page stores the number of the option. */
export const choosing: ReadonlySet<string> = new Set(
  [combobox, suggestion, pickDrawn, click, ownCall].map(({ name }) => name),
)

/** A section of a date takes a number only. Another text would change the other sections. */
const isSectionValue = ([text = '']: string[]): boolean => /^\d{1,4}$/.test(text)

export function strategiesFor(target: TargetField, newValue: string[]): FillStrategy[] {
  const { control } = target
  if (target.kind === 'rich_text') {
    if (control.getAttribute('role') === 'spinbutton') return isSectionValue(newValue) ? [typed] : []
    const editor = editorOf(target)
    // If the page has no focus, Draft.js inserts pasted text before the old text instead of replacing it.
    if (editor?.name === 'Draft.js' && currentValue(target).length > 0) return [ownCall]
    return editor?.strategies ?? withoutEditor
  }
  if (target.parts) return [divided]
  if (target.kind === 'table') return [setter]
  const isModelled = (): boolean => askModel(control, { verb: 'read' })?.text !== undefined
  if (isSelect(control)) return isModelled() ? [ownCall, select] : canPick(control) ? [select, pickDrawn] : [select]
  // The handler of one checkbox may change or lock another checkbox. The second strategy sets all checkboxes again.
  if (isTicked(control)) return isDrawnBox(control) ? [clickLater, byKey, clickLater] : [click, clickLater]
  // If the value is set without the picker, the page shows it but does not store it.
  if (isPickOnly(control)) return [ownCall]
  if (isCombobox(control) && (newValue.length > 1 || isOfSeveral(target))) return [combobox]
  if (isDrawnList(control)) return [combobox, ownCall]
  if (isCombobox(control)) return [combobox, suggestion, setter, ownCall]
  if (halvesOf(target).length > 0) return [suggestion, setter, typed, ownCall]
  if (target.format !== undefined && isModelled()) return [ownCall, setter, typed]
  return [setter, typed, ...(maySuggest(target) ? [suggestion] : []), ownCall]
}
