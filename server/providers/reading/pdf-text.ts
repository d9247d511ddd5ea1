/** A piece of text as pdf.js returns it. A wide gap on a line is a piece without letters. */
interface Piece {
  str: string
  hasEOL: boolean
  width: number
  height: number
  transform: number[]
}

export interface FormField {
  subtype?: string
  fieldType?: string
  fieldName?: string
  fieldValue?: unknown
  checkBox?: boolean
  radioButton?: boolean
  exportValue?: string
  buttonValue?: string
  contentsObj?: { str: string }
  /** Left, bottom, right, top. */
  rect: number[]
}

/** A gap of more than this many heights of a letter divides columns. */
const gapMin = 3
const columnLinesMin = 3
const columnWordsMin = 2.5

export function createPageText() {
  const pieces: (Piece & { after: string })[] = []
  const end: string[] = []

  return {
    add(piece: Piece): number {
      pieces.push({ ...piece, after: '' })
      return piece.str.length + 1
    },
    fill(field: FormField): void {
      const value = typedIn(field)
      if (value === '') return
      const [left = 0, bottom = 0, , top = 0] = field.rect
      const onRow = pieces.filter(
        ({ str, transform: [, , , , x = 0, y = 0] }) => str.trim() !== '' && x <= left && y >= bottom - 3 && y <= top,
      )
      const label = onRow.sort((a, b) => (a.transform[4] ?? 0) - (b.transform[4] ?? 0)).at(-1)
      if (label === undefined) end.push(field.fieldName ? `${field.fieldName}: ${value}` : value)
      else label.after += ` ${value}`
    },
    text: (): string =>
      [
        pieces
          .map(({ str, after, hasEOL, width }) => (isGap({ str, width }) ? '\t' : str) + after + (hasEOL ? '\n' : ''))
          .join(''),
        ...end,
      ].join('\n'),
    /** True if several lines in a row have sentences on both sides of a gap: their order cannot be told from a table. */
    hasColumns(): boolean {
      const lines: { words: number; place: number }[] = []
      let words = 0
      let place = 0
      let before = 0
      const gap = pieces.reduce((most, { height }) => Math.max(most, height), 1) * gapMin
      for (const { str, width, hasEOL, transform } of pieces) {
        if (str.trim() === '' && width > gap) {
          before = words
          place = Math.round((transform[4] ?? 0) + width)
        } else words += str.split(/\s+/).filter(Boolean).length
        if (!hasEOL) continue
        if (place > 0) lines.push({ words: Math.min(before, words - before), place })
        words = before = place = 0
      }
      if (place > 0) lines.push({ words: Math.min(before, words - before), place })
      const columns = Map.groupBy(lines, (line) => line.place)
      return [...columns.values()].some(
        (column) =>
          column.length >= columnLinesMin &&
          column.reduce((sum, line) => sum + line.words, 0) / column.length >= columnWordsMin,
      )
    },
  }
}

const gapWidthMin = 24
const isGap = ({ str, width }: Pick<Piece, 'str' | 'width'>) => str === ' ' && width > gapWidthMin

function typedIn({
  subtype,
  fieldType,
  fieldValue,
  checkBox,
  radioButton,
  exportValue,
  buttonValue,
  contentsObj,
}: FormField) {
  if (subtype === 'FreeText') return contentsObj?.str.trim() ?? ''
  if (subtype !== 'Widget') return ''
  if (fieldType === 'Btn') {
    const ownValue = radioButton === true ? buttonValue : exportValue
    return checkBox !== true && radioButton !== true ? '' : fieldValue === ownValue ? '☑' : '☐'
  }
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return ''
  return [fieldValue]
    .flat()
    .filter((one) => typeof one === 'string')
    .join(', ')
    .trim()
}
