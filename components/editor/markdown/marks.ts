import type { HighlightMark, NoteInline, NoteMark } from '../note-document.ts'

/** The nesting order of marks, from outside to inside. */
export const markOrder: readonly NoteMark[] = [
  'highlight-1',
  'highlight-2',
  'highlight-3',
  'bold',
  'italic',
  'placeholder',
]

/** Returns the marks in nesting order without duplicates. */
export const sortedMarks = (marks: readonly NoteMark[]): NoteMark[] => markOrder.filter((mark) => marks.includes(mark))

export const highlightMark = (severity: unknown): HighlightMark =>
  severity === 2 || severity === '2'
    ? 'highlight-2'
    : severity === 3 || severity === '3'
      ? 'highlight-3'
      : 'highlight-1'

export function severityOf(mark: NoteMark): 1 | 2 | 3 | null {
  return mark === 'highlight-1' ? 1 : mark === 'highlight-2' ? 2 : mark === 'highlight-3' ? 3 : null
}

// Text in square brackets. Checkboxes and links are not placeholders. `parseTemplateText` has the same rule.
const placeholder = '\\[(?![ xX]?\\])[^[\\]\\n]+\\](?!\\()'

/** Returns a new regular expression that finds AI placeholders. Use it with `matchAll`. */
export const placeholders = (): RegExp => new RegExp(placeholder, 'g')

const atPlace = new RegExp(placeholder, 'y')

/** Returns the placeholder that begins at `at`, with its brackets, or null. */
export function placeholderAt(text: string, at: number): string | null {
  if (text[at] !== '[') return null
  atPlace.lastIndex = at
  return atPlace.exec(text)?.[0] ?? null
}

/**
 * Returns the normal form of inline content: neighbours with equal marks are joined, spaces at line ends and empty
 * lines are removed, and marks begin and end at a word.
 */
export function normalInlines(content: readonly NoteInline[]): NoteInline[] {
  const lines: NoteInline[][] = [[]]
  for (const part of content) {
    if (part.type === 'break') lines.push([])
    else lines[lines.length - 1]?.push({ ...part, text: part.text.replace(/\n/g, ' '), marks: sortedMarks(part.marks) })
  }
  return lines
    .map((line) => trimmed(joined(wholePlaceholders(line).flatMap(hugging))))
    .filter((line) => line.length > 0)
    .flatMap((line, index) => [...(index > 0 ? [{ type: 'break' } as const] : []), ...line])
}

type Words = Extract<NoteInline, { type: 'text' }>

/**
 * Joins the parts of each placeholder of a line. The joined placeholder keeps only the marks that all its parts have.
 * Removes the placeholder mark from text that has no brackets.
 */
function wholePlaceholders(line: readonly NoteInline[]): Words[] {
  const runs: Words[] = []
  let run: Words[] = []
  const end = () => {
    runs.push(...placeholdersIn(run))
    run = []
  }
  for (const part of line) {
    if (part.type === 'break') continue
    if (part.marks.includes('placeholder')) run.push(part)
    else {
      end()
      runs.push(part)
    }
  }
  end()
  return runs
}

function placeholdersIn(run: readonly Words[]): Words[] {
  const text = run.map((part) => part.text).join('')
  const pieces: Words[] = []
  let at = 0
  const upTo = (to: number, marksOf: (marks: NoteMark[]) => NoteMark[]) => {
    const parts = slice(run, at, to)
    const shared = parts.reduce<NoteMark[]>(
      (all, { marks }) => all.filter((mark) => marks.includes(mark)),
      [...markOrder],
    )
    if (at < to) pieces.push({ type: 'text', text: text.slice(at, to), marks: marksOf(shared) })
    at = to
  }
  const words = (marks: NoteMark[]) => marks.filter((mark) => mark !== 'placeholder')
  for (const { index, 0: match } of text.matchAll(placeholders())) {
    upTo(index, words)
    upTo(index + match.length, (marks) => marks)
  }
  upTo(text.length, words)
  return pieces
}

/** Returns the parts of a run that overlap with [from, to). Both are positions in the joined text of the run. */
function slice(run: readonly Words[], from: number, to: number): Words[] {
  let start = 0
  return run.filter(({ text }) => {
    const end = start + text.length
    const touches = start < to && end > from
    start = end
    return touches
  })
}

/** Moves spaces at the ends of marked text out of the marks. */
function hugging({ text, marks }: Words): NoteInline[] {
  const [, spaceBefore = '', words = '', spaceAfter = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return [
    { type: 'text' as const, text: spaceBefore, marks: [] },
    { type: 'text' as const, text: words, marks },
    { type: 'text' as const, text: spaceAfter, marks: [] },
  ].filter((part) => part.text !== '')
}

function trimmed(line: NoteInline[]): NoteInline[] {
  const parts = [...line]
  const first = parts[0]
  if (first?.type === 'text') parts[0] = { ...first, text: first.text.trimStart() }
  const last = parts[parts.length - 1]
  if (last?.type === 'text') parts[parts.length - 1] = { ...last, text: last.text.trimEnd() }
  return parts.filter((part) => part.type === 'break' || part.text !== '')
}

export function joined(parts: readonly NoteInline[]): NoteInline[] {
  const inlines: NoteInline[] = []
  for (const part of parts) {
    const last = inlines[inlines.length - 1]
    if (part.type === 'text' && last?.type === 'text' && part.marks.join() === last.marks.join())
      inlines[inlines.length - 1] = { ...last, text: last.text + part.text }
    else inlines.push(part)
  }
  return inlines
}
