import { isPickOnly, isSelect, isTicked } from '../../scan/controls.ts'
import type { Found } from '../../scan/found.ts'
import { isCombobox } from '../../scan/listbox.ts'
import { standing } from '../../scan/value.ts'
import { combobox } from './combobox.ts'
import { click, select, setter, typed } from './plain.ts'
import { ownCall, pasteHtml, pasteText, rawDom } from './rich.ts'
import type { Rung } from './rung.ts'

/**
 * Editors by the marks they leave in a page, with the ways that keep every line and that one undo takes back, best
 * first. A way that is not listed garbles the text there: pasting wipes Quill 1, typing joins Lexical's lines.
 */
const editors: { name: string; marks: string; rungs: Rung[] }[] = [
  { name: 'TinyMCE', marks: '.mce-content-body', rungs: [typed, pasteHtml, ownCall] },
  { name: 'CKEditor 5', marks: '.ck-editor__editable', rungs: [pasteHtml, ownCall] },
  { name: 'CKEditor 4', marks: '.cke_editable', rungs: [pasteHtml, typed, ownCall] },
  { name: 'Quill', marks: '.ql-editor', rungs: [typed, ownCall] },
  { name: 'Lexical', marks: '[data-lexical-editor]', rungs: [pasteText, pasteHtml, ownCall] },
  { name: 'Slate', marks: '[data-slate-editor]', rungs: [pasteText, ownCall] },
  { name: 'Draft.js', marks: '.public-DraftEditor-content', rungs: [pasteText, ownCall] },
  { name: 'Trix', marks: 'trix-editor', rungs: [pasteText, ownCall] },
  { name: 'Froala', marks: '.fr-element', rungs: [pasteHtml, typed, ownCall] },
  { name: 'ProseMirror', marks: '.ProseMirror', rungs: [pasteHtml, typed, ownCall] },
]

/** The editor a rich text field belongs to; null: none that is known. */
export const editorOf = ({ kind, controls }: Found): (typeof editors)[number] | null => {
  const [control] = controls
  return (kind === 'rich_text' && control && editors.find(({ marks }) => control.matches(marks))) || null
}

const withoutEditor: Rung[] = [typed, pasteHtml, pasteText, ownCall, rawDom]

/** The ways to write a field, best first; the next is tried when the page did not keep the value. */
export function rungsFor(found: Found): Rung[] {
  const [control] = found.controls
  if (!control) return []
  if (found.kind === 'rich_text') {
    const editor = editorOf(found)
    // Unless the page has the focus, Draft.js puts what is pasted before the old words.
    if (editor?.name === 'Draft.js' && standing(found).length > 0) return [ownCall]
    return editor?.rungs ?? withoutEditor
  }
  if (found.kind === 'table') return [setter]
  if (isSelect(control)) return [select]
  // A box's own handler may undo another box: the second round sets what the first one lost.
  if (isTicked(control)) return [click, click]
  // What is set past its picker is shown and not held.
  if (isPickOnly(control)) return [ownCall]
  if (isCombobox(control)) return [combobox, setter, ownCall]
  return [setter, typed, ownCall]
}
