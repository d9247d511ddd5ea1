import { mentionText, type Note, type NoteSection, tableRows } from './note.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

function body(section: NoteSection): string {
  switch (section.layout) {
    case 'empty':
      return ''
    case 'unclear':
      return mentionText(section)
    case 'list':
      return section.value.map((item) => `- ${item}`).join('\n')
    case 'table':
      return [row(section.headers), row(section.headers.map(() => '---')), ...tableRows(section).map(row)].join('\n')
    case 'line':
      return section.value.join(' to ')
    case 'text':
      return section.value.join('\n\n')
  }
}

export function toMarkdown(note: Note): string {
  const sections = note.sections.filter(({ layout }) => layout !== 'empty')
  return [
    `# ${note.title}`,
    ...sections.map((section) => [`## ${section.label}`, body(section), ...section.warnings].join('\n\n')),
    '',
  ].join('\n\n')
}
