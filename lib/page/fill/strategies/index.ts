import { isPickOnly, isSelect, isTicked } from '../../scan/controls.ts'
import { isCombobox } from '../../scan/listbox.ts'
import type { ScannedField } from '../../scan/scanned-field.ts'
import { currentValue } from '../../scan/value.ts'
import { combobox } from './combobox.ts'
import { click, select, setter, typed } from './plain.ts'
import { ownCall, pasteHtml, pasteText, rawDom } from './rich.ts'
import type { FillStrategy } from './strategy.ts'

/**
 * Known editors by their class names or attributes, each with its strategies, best first. The listed strategies keep
 * all lines, and one undo reverts them. Other strategies damage the text: pasting deletes all text in Quill 1, typing
 * joins the lines in Lexical.
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

/** Returns the editor of a rich text field, or null if it is not a known one. */
export const editorOf = ({ kind, controls }: ScannedField): (typeof editors)[number] | null => {
  const [control] = controls
  return (kind === 'rich_text' && control && editors.find(({ marks }) => control.matches(marks))) || null
}

const withoutEditor: FillStrategy[] = [typed, pasteHtml, pasteText, ownCall, rawDom]

/** Returns the strategies for a field, best first. The next one is tried if the page did not keep the value. */
export function strategiesFor(found: ScannedField): FillStrategy[] {
  const [control] = found.controls
  if (!control) return []
  if (found.kind === 'rich_text') {
    const editor = editorOf(found)
    // If the page has no focus, Draft.js inserts pasted text before the old text instead of replacing it.
    if (editor?.name === 'Draft.js' && currentValue(found).length > 0) return [ownCall]
    return editor?.strategies ?? withoutEditor
  }
  if (found.kind === 'table') return [setter]
  if (isSelect(control)) return [select]
  // The handler of one checkbox may change another one. The second round sets it again.
  if (isTicked(control)) return [click, click]
  // If the value is set without the picker, the page shows it but does not store it.
  if (isPickOnly(control)) return [ownCall]
  if (isCombobox(control)) return [combobox, setter, ownCall]
  return [setter, typed, ownCall]
}
