import { fiberOf } from './frameworks.ts'
import { type FindModel, globalOf, htmlAsLines, linesAsHtml, type Model } from './model.ts'

const byHtml = (name: string, get: () => string, setHtml: (html: string) => void, block = 'p'): Model => ({
  name,
  text: () => htmlAsLines(get()),
  state: get,
  write: (text) => setHtml(linesAsHtml(text, block)),
  restore: setHtml,
})

interface TinyEditor {
  getBody(): Element | null
  getContent(): string
  setContent(html: string): void
  undoManager: { add(): void }
}
/** TinyMCE 4 lists its editors in `editors`; since version 6 `get()` returns them. */
const tinymce: FindModel = (element, view) => {
  const tiny = globalOf<{ get(): TinyEditor[] | null; editors?: TinyEditor[] }>(view, 'tinymce')
  const editor = [...(tiny?.get() ?? []), ...(tiny?.editors ?? [])].find((each) => each.getBody() === element)
  return editor
    ? byHtml(
        'TinyMCE',
        () => editor.getContent(),
        (html) => {
          editor.setContent(html)
          editor.undoManager.add()
        },
      )
    : null
}

interface Ck4Editor {
  editable(): { $: Element; setHtml(html: string): void } | undefined
  getData(): string
  fire(event: string): void
}
const ckeditor4: FindModel = (element, view) => {
  const instances = globalOf<{ instances?: Record<string, Ck4Editor> }>(view, 'CKEDITOR')?.instances ?? {}
  const editor = Object.values(instances).find((each) => each.editable()?.$ === element)
  return editor
    ? byHtml(
        'CKEditor 4',
        () => editor.getData(),
        // In an iframe editor, `setData` finishes only after the iframe has loaded again. `setHtml` takes effect at
        // once.
        (html) => {
          editor.editable()?.setHtml(html)
          editor.fire('saveSnapshot')
          editor.fire('change')
        },
      )
    : null
}

const ckeditor5: FindModel = (element) => {
  const editor = (element as { ckeditorInstance?: { getData(): string; setData(html: string): void } }).ckeditorInstance
  return editor
    ? byHtml(
        'CKEditor 5',
        () => editor.getData(),
        (html) => editor.setData(html),
      )
    : null
}

interface FroalaInstance {
  el: Element
  html: { get(): string; set(html: string): void }
  undo?: { saveStep(): void }
}
const froala: FindModel = (element, view) => {
  const instances = globalOf<{ INSTANCES?: FroalaInstance[] }>(view, 'FroalaEditor')?.INSTANCES ?? []
  const editor = instances.find(({ el }) => el === element)
  return editor
    ? byHtml(
        'Froala',
        () => editor.html.get(),
        (html) => {
          editor.html.set(html)
          editor.undo?.saveStep()
        },
      )
    : null
}

interface JQueryOf {
  length: number
  prev(): JQueryOf
  summernote(verb: 'code', html?: string): string
}
const summernote: FindModel = (element, view) => {
  const frame = element.closest('.note-editor')
  const jquery = globalOf<(of: Element) => JQueryOf>(view, 'jQuery')
  const source = frame && jquery ? jquery(frame).prev() : null
  if (!source || typeof source.summernote !== 'function') return null
  return byHtml(
    'Summernote',
    () => source.summernote('code'),
    (html) => void source.summernote('code', html),
  )
}

interface TrixElement extends HTMLElement {
  editor?: { loadHTML(html: string): void; loadJSON(json: unknown): void; getDocument(): { toString(): string } }
}
const trix: FindModel = (element) => {
  const { editor } = element as TrixElement
  if (element.localName !== 'trix-editor' || !editor) return null
  return {
    name: 'Trix',
    text: () => editor.getDocument().toString(),
    state: () => JSON.stringify({ ...JSON.parse(JSON.stringify(editor)), selectedRange: undefined }),
    write: (text) => editor.loadHTML(linesAsHtml(text, 'div')),
    restore: (state) => editor.loadJSON(JSON.parse(state)),
  }
}

interface QuillEditor {
  getText(): string
  setText(text: string, source: 'user'): void
  getContents(): unknown
  setContents(contents: unknown, source: 'user'): void
}
const quill: FindModel = (element, view) => {
  const container = element.closest('.ql-container')
  if (!container || !element.classList.contains('ql-editor')) return null
  const { __quill } = container as { __quill?: QuillEditor }
  const quill = __quill ?? globalOf<{ find?(node: Element): QuillEditor | null }>(view, 'Quill')?.find?.(container)
  return quill
    ? {
        name: 'Quill',
        text: () => quill.getText(),
        state: () => JSON.stringify(quill.getContents()),
        write: (text) => quill.setText(`${text}\n`, 'user'),
        restore: (state) => quill.setContents(JSON.parse(state), 'user'),
      }
    : null
}

export const htmlEditors: FindModel[] = [tinymce, ckeditor4, ckeditor5, froala, summernote, trix, quill]

interface LexicalEditor {
  getEditorState(): { toJSON(): unknown }
  parseEditorState(json: string): unknown
  setEditorState(state: unknown): void
  update(change: () => void, options: { discrete: true }): void
  _pendingEditorState: { _nodeMap: Map<string, { clear?(): void }> } | null
}
interface LexicalNode {
  type: string
  text?: string
  children?: LexicalNode[]
}
const lexicalText = (node: LexicalNode): string =>
  node.type === 'linebreak' ? '\n' : (node.text ?? (node.children ?? []).map(lexicalText).join(''))
const lexicalBlock = (line: string) => {
  const base = { direction: null, format: '', indent: 0, version: 1 }
  const text = { detail: 0, format: 0, mode: 'normal', style: '', text: line, type: 'text', version: 1 }
  return { ...base, type: 'paragraph', textFormat: 0, textStyle: '', children: line === '' ? [] : [text] }
}
const lexical: FindModel = (element) => {
  const editor = (element as { __lexicalEditor?: LexicalEditor }).__lexicalEditor
  if (!editor) return null
  const state = () => JSON.stringify(editor.getEditorState())
  const setJson = (json: string) => editor.setEditorState(editor.parseEditorState(json))
  return {
    name: 'Lexical',
    text: () => ((JSON.parse(state()) as { root: LexicalNode }).root.children ?? []).map(lexicalText).join('\n'),
    state,
    write(text) {
      const root = { direction: null, format: '', indent: 0, type: 'root', version: 1 }
      setJson(JSON.stringify({ root: { ...root, children: text.split('\n').map(lexicalBlock) } }))
    },
    restore(json) {
      if ((JSON.parse(json) as { root: LexicalNode }).root.children?.length) setJson(json)
      // Lexical's `setEditorState` rejects an empty state, so clear the root node in an update.
      else editor.update(() => editor._pendingEditorState?._nodeMap.get('root')?.clear?.(), { discrete: true })
    },
  }
}

function given<Value>(element: Element, name: string, fits: (value: unknown) => boolean): Value | null {
  for (let at = fiberOf(element); at; at = at.return) {
    const value = at.memoizedProps?.[name]
    if (value && fits(value)) return value as Value
  }
  return null
}

interface SlateNode {
  text?: string
  children?: SlateNode[]
}
interface SlateEditor {
  children: SlateNode[]
  selection: unknown
  apply(operation: Record<string, unknown>): void
}
const slateText = (node: SlateNode): string => node.text ?? (node.children ?? []).map(slateText).join('')
const slate: FindModel = (element) => {
  if (!element.hasAttribute('data-slate-editor')) return null
  const editor = given<SlateEditor>(element, 'editor', (value) => typeof (value as SlateEditor).apply === 'function')
  if (!editor) return null
  const setNodes = (nodes: SlateNode[]): void => {
    if (editor.selection) editor.apply({ type: 'set_selection', properties: editor.selection, newProperties: null })
    for (let at = editor.children.length - 1; at >= 0; at--)
      editor.apply({ type: 'remove_node', path: [at], node: editor.children[at] })
    for (const [at, node] of nodes.entries()) editor.apply({ type: 'insert_node', path: [at], node })
  }
  return {
    name: 'Slate',
    text: () => editor.children.map(slateText).join('\n'),
    state: () => JSON.stringify(editor.children),
    write(text) {
      const { children: _, text: _text, ...block } = editor.children[0] ?? {}
      setNodes(text.split('\n').map((line) => ({ ...block, children: [{ text: line }] })))
    },
    restore: (state) => setNodes(JSON.parse(state)),
  }
}

interface DraftContent {
  getBlockMap(): unknown
  getPlainText(separator: string): string
  constructor: { createFromText(text: string): DraftContent }
}
interface DraftState {
  getCurrentContent(): DraftContent
  constructor: { push(state: DraftState, content: DraftContent, change: string): DraftState }
}
interface DraftProps {
  editorState: DraftState
  onChange(state: DraftState): void
}
/** A Draft.js state cannot be built again from text, so the state objects themselves are stored. */
const draftStates = new Map<string, DraftContent>()
const draft: FindModel = (element) => {
  if (!element.classList.contains('public-DraftEditor-content')) return null
  const props = (): DraftProps | null => {
    for (let at = fiberOf(element); at; at = at.return) {
      // `stateNode.props` is current, while `memoizedProps` may be from the render before.
      const each = (at.stateNode as { props?: Partial<DraftProps> } | null)?.props
      if (each?.editorState && each.onChange) return each as DraftProps
    }
    return null
  }
  if (!props()) return null
  const setContent = (content: DraftContent): void => {
    const currentProps = props()
    currentProps?.onChange(
      currentProps.editorState.constructor.push(currentProps.editorState, content, 'insert-characters'),
    )
  }
  const content = () => props()?.editorState.getCurrentContent()
  return {
    name: 'Draft.js',
    text: () => content()?.getPlainText('\n') ?? '',
    state() {
      const currentContent = content()
      const state = JSON.stringify(currentContent?.getBlockMap())
      if (currentContent) draftStates.set(state, currentContent)
      return state
    },
    write(text) {
      const currentContent = content()
      if (currentContent) setContent(currentContent.constructor.createFromText(text))
    },
    restore(state) {
      const oldContent = draftStates.get(state)
      if (oldContent) setContent(oldContent)
    },
  }
}

interface TiptapEditor {
  getText(options: { blockSeparator: string }): string
  getJSON(): unknown
  commands: { setContent(content: unknown, options?: unknown): void }
}
const tiptap: FindModel = (element) => {
  const { editor } = element as { editor?: TiptapEditor }
  if (!element.classList.contains('ProseMirror') || !editor?.getJSON) return null
  const lines = (text: string) =>
    text.split('\n').map((line) => ({ type: 'paragraph', ...(line && { content: [{ type: 'text', text: line }] }) }))
  return {
    name: 'Tiptap',
    text: () => editor.getText({ blockSeparator: '\n' }),
    state: () => JSON.stringify(editor.getJSON()),
    write: (text) => editor.commands.setContent({ type: 'doc', content: lines(text) }),
    restore: (state) => editor.commands.setContent(JSON.parse(state)),
  }
}

export const treeEditors: FindModel[] = [lexical, slate, draft, tiptap]
