import { type Note, type NoteSection, tableRows } from './note.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML elements and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)

/** Converts one line of text to HTML. Escapes it first, then converts only `**bold**` and `_italic_`. */
const inline = (text: string): string =>
  escapeHtml(text)
    .replace(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|\W)_([^_\n]+)_(?=\W|$)/g, '$1<em>$2</em>')

const list = (tag: 'ul' | 'ol', items: readonly string[]): string =>
  `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`

/** Converts text to paragraphs, and bulleted or numbered lines to lists. */
function textToHtml(text: string): string {
  const out: string[] = []
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split('\n').filter((line) => line.trim() !== '')
    if (lines.length === 0) continue
    if (lines.every((line) => /^- /.test(line)))
      out.push(
        list(
          'ul',
          lines.map((line) => line.slice(2)),
        ),
      )
    else if (lines.every((line) => /^\d+\. /.test(line)))
      out.push(
        list(
          'ol',
          lines.map((line) => line.replace(/^\d+\. /, '')),
        ),
      )
    else out.push(`<p>${lines.map(inline).join('<br>')}</p>`)
  }
  return out.join('')
}

function table(section: NoteSection): string {
  const cells = (tag: 'th' | 'td', values: readonly string[]) =>
    `<tr>${values.map((value) => `<${tag}>${inline(value)}</${tag}>`).join('')}</tr>`
  const rows = tableRows(section).map((row) => cells('td', row))
  return `<table><thead>${cells('th', section.headers)}</thead><tbody>${rows.join('')}</tbody></table>`
}

/** Returns the value of one field as HTML, or '' if it is empty. Markup in a value is escaped. */
function sectionToHtml(section: NoteSection): string {
  switch (section.layout) {
    case 'empty':
      return ''
    case 'list':
      return list('ul', section.value)
    case 'table':
      return table(section)
    case 'line':
      return `<p>${inline(section.value.join(' to '))}</p>`
    case 'text':
      return section.value.map(textToHtml).join('')
  }
}

/** Returns the note as HTML without styles or scripts. */
export function toHtml(note: Note): string {
  const sections = note.sections.filter(({ layout }) => layout !== 'empty')
  const parts = sections.map((section) => `<h2>${escapeHtml(section.label)}</h2>${sectionToHtml(section)}`)
  return `<h1>${escapeHtml(note.title)}</h1>${parts.join('')}`
}
