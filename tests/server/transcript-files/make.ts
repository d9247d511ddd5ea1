import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** Makes files of the kinds that people send. */

interface Entry {
  name: string
  content: Buffer
  /** A false size for the entry's header. */
  saysBytes?: number
}

function zip(entries: Entry[], { sums = true } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, saysBytes } of entries) {
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(sums ? crc32(content) : 0, 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(saysBytes ?? content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 0, 'latin1')
    entry.writeUInt16LE(20, 4)
    common.copy(entry, 6)
    entry.writeUInt32LE(at, 42)
    directory.push(Buffer.concat([entry, Buffer.from(name)]))
    parts.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, central, end])
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const contentTypes =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
const relationships =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'

const wordFiles = (paragraphs: readonly string[]): Entry[] =>
  wordFilesOf(paragraphs.map((text) => `<w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`).join(''))

function wordFilesOf(body: string): Entry[] {
  const document = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
  return [
    { name: '[Content_Types].xml', content: Buffer.from(contentTypes) },
    { name: '_rels/.rels', content: Buffer.from(relationships) },
    { name: 'word/document.xml', content: Buffer.from(document) },
  ]
}

/** A Word document with these paragraphs. */
export const docx = (paragraphs: readonly string[]): Buffer => zip(wordFiles(paragraphs))

/** A Word document with this XML as its body. */
export const wordDocument = (body: string): Buffer => zip(wordFilesOf(body))

/**
 * Makes a Word document of a few hundred kilobytes that unpacks to 300 MB. If `honest` is true, its header gives this
 * size, otherwise 1,000 bytes.
 */
export function zipBomb({ honest }: { honest: boolean }): Buffer {
  const content = Buffer.alloc(300 * 1024 * 1024)
  const bomb = { name: 'word/media/a.bin', content, ...(honest ? {} : { saysBytes: 1000 }) }
  return zip([...wordFiles(['Hello']), bomb], { sums: false })
}

/**
 * A Word document whose ZIP directory lists `word/document.xml` twice, with different texts. Different readers see
 * different texts.
 */
export const twofacedDocx = (shown: string, hidden: string): Buffer =>
  zip([...wordFiles([shown]), ...wordFiles([hidden]).slice(-1)])

/**
 * Makes a file like `twofacedDocx`, but the end record of the ZIP directory counts one entry too few: the second text
 * is not counted. Some readers stop after the counted entries. Other readers read all entries, so they see the second
 * text.
 */
export function hiddenDocx(shown: string, hidden: string): Buffer {
  const bytes = twofacedDocx(shown, hidden)
  const end = bytes.length - 22
  bytes.writeUInt16LE(3, end + 8)
  bytes.writeUInt16LE(3, end + 10)
  return bytes
}

/** A Word document of a few kilobytes with `count` empty paragraphs. */
export const emptyParagraphs = (count: number): Buffer => withMarkup('<w:p/>'.repeat(count))

/** A Word document whose paragraphs lie in each other, `count` deep. */
export const deepParagraphs = (count: number): Buffer => withMarkup('<w:p>'.repeat(count) + '</w:p>'.repeat(count))

function withMarkup(markup: string): Buffer {
  const [types, relations, body] = wordFiles(['Client: Better.'])
  if (types === undefined || relations === undefined || body === undefined) throw new Error('A part is missing.')
  const content = body.content.toString().replace('</w:body>', `${markup}</w:body>`)
  return zip([types, relations, { ...body, content: Buffer.from(content) }])
}

function pdfOf(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  let at = 9
  const add = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(at)
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  add(Buffer.from(`${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`))
  return Buffer.concat(parts)
}

const stream = (dictionary: string, bytes: Buffer) =>
  Buffer.concat([Buffer.from(`<<${dictionary}/Length ${bytes.length}>>\nstream\n`), bytes, Buffer.from('\nendstream')])

/** A PDF of one page with these lines as text. */
export function pdf(lines: readonly string[]): Buffer {
  const words = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n')
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    stream('', Buffer.from(`BT /F1 12 Tf 14 TL 50 700 Td\n${words}\nET`)),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])
}

/** A PDF form: each label has a text field on its right, and each box is a check box with its label on its left. */
export function formPdf(fields: Record<string, string>, boxes: Record<string, boolean> = {}): Buffer {
  const labels = [...Object.keys(fields), ...Object.keys(boxes)]
  const words = labels.map((label) => `(${label}) Tj T*`).join('\n')
  const rectOf = (index: number) => `/Rect[200 ${696 - index * 30} 400 ${714 - index * 30}]`
  const widgets = [
    ...Object.values(fields).map((value) => `/FT/Tx/V(${value})`),
    ...Object.values(boxes).map(
      (isOn) => `/FT/Btn/V/${isOn ? 'On' : 'Off'}/AS/${isOn ? 'On' : 'Off'}/AP<</N<</On 5 0 R>>>>`,
    ),
  ].map((rest, index) => `<</Type/Annot/Subtype/Widget/F 4/T(f${index})${rectOf(index)}${rest}>>`)
  const references = widgets.map((_, index) => `${index + 7} 0 R`).join(' ')
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${references}]>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[${references}]/Resources<</Font<</F1 6 0 R>>>>>>`,
    stream('', Buffer.from(`BT /F1 12 Tf 30 TL 50 700 Td\n${words}\nET`)),
    stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', Buffer.alloc(0)),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...widgets,
  ])
}

/** A PDF of one page with two columns of lines. */
export function columnsPdf(left: readonly string[], right: readonly string[]): Buffer {
  const column = (lines: readonly string[], x: number) =>
    lines.map((line, index) => `BT /F1 11 Tf ${x} ${700 - index * 14} Td (${line}) Tj ET`)
  const [leftLines, rightLines] = [column(left, 50), column(right, 330)]
  const rows = [...left, ...right].flatMap((_, index) => [leftLines[index] ?? '', rightLines[index] ?? ''])
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    stream('', Buffer.from(rows.join('\n'))),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])
}

/** A PDF of one page that shows these pictures on top of each other, with at most one line of text above them. */
function picturePdf(
  pictures: readonly Buffer[],
  { width, height, line = '' }: { width: number; height: number; line?: string },
): Buffer {
  const names = pictures.map((_, index) => `/I${index} ${index + 5} 0 R`).join(' ')
  const drawn = pictures.map((_, index) => `q ${width} 0 0 ${height} 0 0 cm /I${index} Do Q`).join('\n')
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</XObject<<${names}>>/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>`,
    stream('', Buffer.from(line === '' ? drawn : `${drawn}\nBT /F1 12 Tf 5 5 Td (${line}) Tj ET`)),
    ...pictures,
  ])
}

/** A scan: a PDF of one page that shows a JPEG. `line`: a line of text that a fax server has added. */
export const scan = (
  jpeg: Uint8Array,
  { width, height, line = '' }: { width: number; height: number; line?: string },
): Buffer =>
  picturePdf(
    [
      stream(
        `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
        Buffer.from(jpeg),
      ),
    ],
    { width, height, line },
  )

/** A PDF of a few hundred kilobytes whose page has `count` pictures of 49 million pixels, 147 MB each. */
export function pictureBomb(count: number): Buffer {
  const side = 7000
  const packed = deflateSync(deflateSync(Buffer.alloc(side * side * 3), { level: 9 }), { level: 9 })
  const imageDictionary = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8`
  const picture = stream(`${imageDictionary}/Filter[/FlateDecode/FlateDecode]`, packed)
  return picturePdf(Array<Buffer>(count).fill(picture), { width: 600, height: 800 })
}

/** A PDF of a few kilobytes whose text layer unpacks to this many megabytes of words. */
export function textBomb(megabytes: number): Buffer {
  const words = Buffer.concat([
    Buffer.from('BT /F1 12 Tf\n'),
    // All text is at the same position, because text outside the page is not read.
    Buffer.alloc(megabytes * 1024 * 1024, '1 0 0 1 50 700 Tm (sad and tired and sad again) Tj\n'),
    Buffer.from('ET'),
  ])
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    stream('/Filter[/FlateDecode/FlateDecode]', deflateSync(deflateSync(words))),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])
}

/** A WAV file of a tone. */
export function wav({
  rateHz,
  channels,
  bits,
  ms,
  isFloat = false,
}: {
  rateHz: number
  channels: number
  bits: number
  ms: number
  isFloat?: boolean
}): Buffer {
  const bytes = bits / 8
  const frames = Math.round((rateHz * ms) / 1000)
  const data = Buffer.alloc(frames * channels * bytes)
  for (let frame = 0, at = 0; frame < frames; frame++) {
    const sample = 0.3 * Math.sin((2 * Math.PI * 440 * frame) / rateHz) + 0.001
    for (let channel = 0; channel < channels; channel++, at += bytes) {
      if (isFloat) data.writeFloatLE(sample, at)
      else data.writeIntLE(Math.round(sample * (2 ** (bits - 1) - 1)), at, bytes)
    }
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(isFloat ? 3 : 1, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rateHz, 24)
  head.writeUInt32LE(rateHz * channels * bytes, 28)
  head.writeUInt16LE(channels * bytes, 32)
  head.writeUInt16LE(bits, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}
