import type { Sketch } from '../sections.ts'

const box = /(?:\[[ xX]?\]|[☐☒☑□■✓])\s*([^[\]☐☒☑□■✓]+)/g
const bulleted = /^\s*[-*•–]\s+/
const numbered = /^\s*\d{1,2}[.)]\s+/
const day =
  /^(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\.?\s+\d{1,2},?\s+\d{4})$/i
const clock = String.raw`\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?`
const span = new RegExp(`^${clock}\\s*(?:-|–|to)\\s*${clock}$`, 'i')
const time = /^\d{1,2}(?::\d{2}\s*(?:[ap]\.?m\.?)?|\s*[ap]\.?m\.?)$/i
const count =
  /^(?:about |approx\.? )?\d+(?:[.,]\d+)?(?:\s*\/\s*\d+|\s*(?:%|lbs?|kg|hours?|hrs?|min(?:utes)?|bpm|points?))?\.?$/i

/** Uses only the form, headers and options: statements about a patient must never become part of a template. */
export function shapeOf(heading: string, body: readonly string[]): Sketch {
  const [only = '', ...others] = body.map((line) => line.trim())
  const text = [only, ...others].join('\n')
  const cells = rowsOf(body)
  if (cells !== null) return { type: 'table', headers: cells, rows: [cells.map(() => '')] }
  const choice = boxes(body)
  if (choice !== null) return choice
  if (others.length === 0) {
    if (/^(?:yes|no|y|n|true|false|denied|denies)\.?$/i.test(only)) return { type: 'boolean' }
    if (day.test(only)) return { type: 'date' }
    if (span.test(only)) return { type: 'start_end_time' }
    if (time.test(only)) return { type: /\b(?:end|stop|out)\b/i.test(heading) ? 'end_time' : 'start_time' }
    if (count.test(only)) return { type: 'number' }
  }
  return written(body, text)
}

function written(body: readonly string[], text: string): Sketch {
  if (text.trim() === '') return { type: 'string' }
  const share = (shape: RegExp) => body.filter((line) => shape.test(line)).length / body.length
  if (share(numbered) > 0.5)
    return { type: 'string', format: 'numbered', instructions: `Write about ${body.length} numbered points.` }
  if (share(bulleted) > 0.5)
    return { type: 'string', format: 'bullet', instructions: `Write about ${body.length} short points.` }
  const sentences = text.split(/[.!?](?:\s|$)/).filter((part) => part.trim() !== '').length
  if (sentences <= 1 && text.length <= 80) return { type: 'string', instructions: 'Write a few words.' }
  const length = sentences === 1 ? 'one sentence' : `about ${sentences} sentences`
  return { type: 'string', format: 'paragraph', instructions: `Write ${length}.` }
}

function rowsOf(body: readonly string[]): string[] | null {
  const rows = body.filter((line) => (line.match(/\|/g)?.length ?? 0) >= 1 && !/^[\s|:-]+$/.test(line))
  const [first] = rows
  if (first === undefined || rows.length < 2) return null
  const headers = first
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.replace(/[*_]/g, '').trim())
  return headers.length >= 2 && headers.length <= 20 && headers.every((header) => header !== '') ? headers : null
}

function boxes(body: readonly string[]): Sketch | null {
  const lines = body.map((line) => [...line.matchAll(box)].map((match) => (match[1] ?? '').trim().replace(/[,;]$/, '')))
  const options = [...new Set(lines.flat())].filter((option) => option !== '' && option.length <= 80)
  if (options.length < 2) return null
  const yesNo = options.every((option) => /^(?:yes|no|y|n)$/i.test(option))
  if (yesNo) return { type: 'boolean' }
  const oneLine = lines.filter((line) => line.length > 0).length === 1
  return { type: oneLine ? 'single_choice' : 'multiple_choice', options }
}
