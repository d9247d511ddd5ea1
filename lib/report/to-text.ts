import { mentionText, type Note, type NoteSection, tableRows } from './note.ts'

function lines(section: NoteSection): string[] {
  switch (section.layout) {
    case 'empty':
      return []
    case 'unclear':
      return [mentionText(section)]
    case 'list':
      return section.value.map((item) => `- ${item}`)
    case 'table':
      return tableRows(section).map((cells) => `- ${cells.filter((cell) => cell.trim() !== '').join(', ')}`)
    case 'line':
      return [section.value.join(' to ')]
    case 'text':
      return [section.value.join('\n\n').replaceAll('**', '')]
  }
}

export function toText(note: Note): string {
  const sections = note.sections.filter(({ layout }) => layout !== 'empty')
  return [
    note.title,
    ...sections.map((section) => [`${section.label}:`, ...lines(section), ...section.warnings].join('\n')),
  ].join('\n\n')
}
