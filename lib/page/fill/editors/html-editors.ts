import { type FindModel, globalOf, htmlAsLines, linesAsHtml, type Model } from './shape.ts'

/** Builds a model for an editor whose state is its HTML. */
const byHtml = (name: string, get: () => string, set: (html: string) => void, block = 'p'): Model => ({
  name,
  text: () => htmlAsLines(get()),
  state: get,
  write: (text) => set(linesAsHtml(text, block)),
  restore: set,
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
  const found = __quill ?? globalOf<{ find?(node: Element): QuillEditor | null }>(view, 'Quill')?.find?.(container)
  return found
    ? {
        name: 'Quill',
        text: () => found.getText(),
        state: () => JSON.stringify(found.getContents()),
        write: (text) => found.setText(`${text}\n`, 'user'),
        restore: (state) => found.setContents(JSON.parse(state), 'user'),
      }
    : null
}

export const htmlEditors: FindModel[] = [tinymce, ckeditor4, ckeditor5, froala, summernote, trix, quill]
