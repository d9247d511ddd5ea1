import type { Random } from '../../generation/lies/random.ts'
import { columnsPdf, docx, formPdf, pdf, wordDocument } from './make.ts'

/** A document, and its numbers in the order in which a person reads them. */
export interface NumberedDocument {
  kind: string
  bytes: Buffer
  numbers: string[]
}

/** Ways in which clinical numbers are written. */
const forms: readonly ((random: Random) => string)[] = [
  (random) => String(1 + random.below(99)),
  (random) => `0.${1 + random.below(98)}`,
  (random) => `${1 + random.below(9)},${100 + random.below(899)}`,
  (random) => `${90 + random.below(90)}/${50 + random.below(40)}`,
  (random) => `${36 + random.below(4)}.${random.below(10)}`,
  (random) => `${1900 + random.below(120)}-0${1 + random.below(9)}-${10 + random.below(18)}`,
  (random) => `${10 + random.below(13)}:${10 + random.below(49)}`,
  (random) => `${2 + random.below(3)}-${6 + random.below(3)}`,
  (random) => `1:${100 + random.below(900)}`,
]
const numberIn = (random: Random): string => random.pick(forms)?.(random) ?? '1'

interface Line {
  text: string
  numbers: string[]
}
const words = ['dose', 'score', 'pressure', 'weight', 'time', 'count'] as const

function lineOf(random: Random): Line {
  const numbers = Array.from({ length: 1 + random.below(3) }, () => numberIn(random))
  return { text: `The ${random.pick(words)} is ${numbers.join(' then ')} today.`, numbers }
}
const linesOf = (random: Random, count: number) => Array.from({ length: count }, () => lineOf(random))
const textsOf = (lines: readonly Line[]) => lines.map(({ text }) => text)
const numbersOf = (lines: readonly Line[]) => lines.flatMap(({ numbers }) => numbers)

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const run = (text: string) => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
const paragraph = (inside: string) => `<w:p>${inside}</w:p>`

/** Word divides a text into runs anywhere, also inside numbers. */
function inRuns(text: string, random: Random): string {
  const at = 1 + random.below(text.length - 1)
  return run(text.slice(0, at)) + run(text.slice(at))
}

/** Breaks sentences into short lines, as a column of a letter does. */
function inColumn(sentences: readonly string[]): string[] {
  const lines = ['']
  for (const word of sentences.join(' ').split(' ')) {
    if ((lines.at(-1) ?? '').length + word.length > 26) lines.push('')
    lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim()
  }
  return lines
}

const times = (index: number, point: string) => {
  const at = (second: number) =>
    `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}${point}250`
  return `${at(index * 3)} --> ${at(index * 3 + 2)}`
}

/** One maker for each kind of document. */
const makers: Record<string, (random: Random) => Omit<NumberedDocument, 'kind'>> = {
  text(random) {
    const lines = linesOf(random, 10)
    return { bytes: Buffer.from(textsOf(lines).join('\r\n')), numbers: numbersOf(lines) }
  },
  'text in UTF-16 without a mark'(random) {
    const lines = linesOf(random, 10)
    return { bytes: Buffer.from(textsOf(lines).join('\n'), 'utf16le'), numbers: numbersOf(lines) }
  },
  'text with other line ends'(random) {
    const lines = linesOf(random, 10)
    const end = random.pick(['\u2028', '\v', '\f', '\u0085', '\r']) ?? ''
    return { bytes: Buffer.from(textsOf(lines).join(end)), numbers: numbersOf(lines) }
  },
  WebVTT(random) {
    const lines = linesOf(random, 10)
    const cues = lines.map(({ text }, index) => `${index + 1}\n${times(index, '.')}\n<v Nurse>${text}</v>\n`)
    return { bytes: Buffer.from(`WEBVTT\n\n${cues.join('\n')}`), numbers: numbersOf(lines) }
  },
  SRT(random) {
    const lines = linesOf(random, 10)
    const cues = lines.map(({ text }, index) => `${index + 1}\r\n${times(index, ',')}\r\nNurse: ${text}\r\n`)
    return { bytes: Buffer.from(cues.join('\r\n')), numbers: numbersOf(lines) }
  },
  'JSON of a speech tool'(random) {
    const lines = linesOf(random, 10)
    const segments = lines.map(({ text }, index) => ({
      start: index * 3.25,
      end: index * 3.25 + 2,
      speaker: 'A',
      text,
    }))
    return { bytes: Buffer.from(JSON.stringify({ duration: 99, segments })), numbers: numbersOf(lines) }
  },
  'text with times'(random) {
    const lines = linesOf(random, 10)
    const stamped = lines.map(({ text }, index) => `[00:0${index}:15] Nurse: ${text}`)
    return { bytes: Buffer.from(stamped.join('\n')), numbers: numbersOf(lines) }
  },
  'numbered text'(random) {
    const lines = linesOf(random, 10)
    const numbered = lines.map(({ text }, index) => `${index + 1}. Nurse: ${text}`)
    return { bytes: Buffer.from(numbered.join('\n')), numbers: numbersOf(lines) }
  },
  'Word paragraphs'(random) {
    const lines = linesOf(random, 10)
    return { bytes: docx(textsOf(lines)), numbers: numbersOf(lines) }
  },
  'Word runs, breaks and tabs'(random) {
    const lines = linesOf(random, 10)
    const breaks = ['<w:r><w:br/></w:r>', '<w:r><w:cr/></w:r>', '<w:r><w:tab/></w:r>', '</w:p><w:p>']
    const body = lines
      .map(({ text }) => inRuns(text.replace(/ today\.$/, ''), random))
      .reduce((all, one) => all + random.pick(breaks) + one)
    return { bytes: wordDocument(paragraph(body)), numbers: numbersOf(lines) }
  },
  'Word table'(random) {
    const rows = Array.from({ length: 5 }, () => Array.from({ length: 3 }, () => numberIn(random)))
    const cell = (text: string) => `<w:tc>${paragraph(inRuns(`${text} `, random))}</w:tc>`
    const body = `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`
    return { bytes: wordDocument(body + paragraph(run('End.'))), numbers: rows.flat() }
  },
  'Word box and note'(random) {
    const lines = linesOf(random, 4)
    const [box, ...rest] = lines
    const inBox = `<w:r><w:pict><w:txbxContent>${paragraph(run(box?.text ?? ''))}</w:txbxContent></w:pict></w:r>`
    const [first, ...others] = rest.map(({ text }) => inRuns(text, random))
    const body = paragraph(inBox + (first ?? '')) + others.map(paragraph).join('')
    return { bytes: wordDocument(body), numbers: numbersOf(lines) }
  },
  'Word changes'(random) {
    const lines = linesOf(random, 4)
    const deleted = `<w:del><w:r><w:delText>${numberIn(random)}</w:delText></w:r></w:del>`
    const body = lines.map(({ text }) => paragraph(`${deleted}<w:ins>${inRuns(text, random)}</w:ins>`)).join('')
    return { bytes: wordDocument(body), numbers: numbersOf(lines) }
  },
  PDF(random) {
    const lines = linesOf(random, 10)
    return { bytes: pdf(textsOf(lines)), numbers: numbersOf(lines) }
  },
  'PDF with columns'(random) {
    const [left, right] = [linesOf(random, 4), linesOf(random, 4)]
    const bytes = columnsPdf(inColumn(textsOf(left)), inColumn(textsOf(right)))
    return { bytes, numbers: numbersOf([...left, ...right]) }
  },
  'PDF table'(random) {
    const rows = Array.from({ length: 6 }, () => [numberIn(random), numberIn(random)] as const)
    const [left, right] = [rows.map(([one]) => one), rows.map(([, other]) => other)]
    return { bytes: columnsPdf(left, right), numbers: rows.flat() }
  },
  'PDF form'(random) {
    const answers = Array.from({ length: 6 }, () => numberIn(random))
    const fields = Object.fromEntries(answers.map((answer, index) => [`Question ${'abcdef'[index]}`, answer]))
    return { bytes: formPdf(fields), numbers: answers }
  },
}
export const documentKinds = Object.keys(makers)

/** Makes a document of a kind. The same random numbers give the same document. */
export const makeDocument = (kind: string, random: Random): NumberedDocument => {
  const make = makers[kind]
  if (make === undefined) throw new Error(`No documents of the kind ${kind} are made.`)
  return { kind, ...make(random) }
}
