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

/** Above this share of lines that go on in the next line, columns are prose and are read one after the other. */
const unfinishedShare = 1 / 3
const endsSentence = /[.?!:;][)"”’]?\s*$/

type PlacedPiece = Piece & { after: string }
/** A line of a page. `place`: where its words after the last wide gap begin. Null: it has no wide gap. */
interface Line {
  pieces: PlacedPiece[]
  gapAt: number
  place: number | null
}

export function createPageText() {
  const pieces: PlacedPiece[] = []
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
    text: (): string => [...textLines(linesOf(pieces)), ...end].join('\n'),
    /** True if several lines in a row have sentences on both sides of a gap: their order cannot be told from a table. */
    hasColumns: (): boolean => columnsOf(linesOf(pieces)).size > 0,
  }
}

function linesOf(pieces: readonly PlacedPiece[]): Line[] {
  const gap = pieces.reduce((most, { height }) => Math.max(most, height), 1) * gapMin
  const lines: Line[] = []
  let line: Line = { pieces: [], gapAt: -1, place: null }
  for (const piece of pieces) {
    if (piece.str.trim() === '' && piece.width > gap) {
      line.gapAt = line.pieces.length
      line.place = Math.round((piece.transform[4] ?? 0) + piece.width)
    }
    line.pieces.push(piece)
    if (!piece.hasEOL) continue
    lines.push(line)
    line = { pieces: [], gapAt: -1, place: null }
  }
  return [...lines, line]
}

const render = (pieces: readonly PlacedPiece[]): string =>
  pieces.map((piece) => (isGap(piece) ? '\t' : piece.str) + piece.after).join('')
const sidesOf = ({ pieces, gapAt }: Line) => [render(pieces.slice(0, gapAt)), render(pieces.slice(gapAt + 1))] as const
const wordCount = (text: string) => text.split(/\s+/).filter(Boolean).length

/** The places of columns of sentences. `isProse`: many of their lines go on in the next one. */
function columnsOf(lines: readonly Line[]): Map<number, { isProse: boolean }> {
  const columns = new Map<number, { isProse: boolean }>()
  const byPlace = Map.groupBy(
    lines.filter((line) => line.place !== null),
    ({ place }) => place,
  )
  for (const [place, rows] of byPlace) {
    const sides = rows.map(sidesOf)
    const words = sides.reduce((sum, [left, right]) => sum + Math.min(wordCount(left), wordCount(right)), 0)
    if (place === null || rows.length < columnLinesMin || words / rows.length < columnWordsMin) continue
    const unfinished = sides.flat().filter((side) => !endsSentence.test(side)).length
    columns.set(place, { isProse: unfinished > 2 * rows.length * unfinishedShare })
  }
  return columns
}

/** The lines of a page. Columns of prose are read one after the other, everything else line by line. */
function textLines(lines: readonly Line[]): string[] {
  const columns = columnsOf(lines)
  const texts: string[] = []
  let right: string[] = []
  let place: number | null = null
  const endColumns = () => {
    texts.push(...right)
    right = []
    place = null
  }
  for (const line of lines) {
    if (line.place !== null && columns.get(line.place)?.isProse) {
      if (place !== line.place) endColumns()
      place = line.place
      const [leftText, rightText] = sidesOf(line)
      texts.push(leftText)
      right.push(rightText)
      continue
    }
    const written = line.pieces.filter(({ str }) => str.trim() !== '')
    const from = Math.min(...written.map(({ transform }) => transform[4] ?? 0))
    const to = Math.max(...written.map(({ transform, width }) => (transform[4] ?? 0) + width))
    if (place !== null && from >= place - 1) right.push(render(line.pieces))
    else {
      if (place === null || to > place) endColumns()
      texts.push(render(line.pieces))
    }
  }
  endColumns()
  return texts
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
