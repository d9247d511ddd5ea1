import { expect, test } from 'vitest'
import { readDocx } from './docx.ts'
import { zipOf } from './zip.ts'

const part = (name: string, root: string, body: string) => ({
  name: `word/${name}.xml`,
  content: Buffer.from(
    `<?xml version="1.0"?><w:${root} xmlns:w="w" xmlns:mc="mc" xmlns:pic="pic" xmlns:o="o" xmlns:v="v" xmlns:a="a" xmlns:c="c" xmlns:dgm="dgm">${body}</w:${root}>`,
  ),
})
const read = (body: string, ...others: ReturnType<typeof part>[]) =>
  readDocx(
    zipOf([
      { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
      part('document', 'document', `<w:body>${body}</w:body>`),
      ...others,
    ]),
  )
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const p = (inside: string) => `<w:p>${inside}</w:p>`
const row = (...cells: string[]) => `<w:tr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`

test.each(['<w:r><w:br/></w:r>', '<w:r><w:cr/></w:r>', '<w:r><w:tab/></w:r>', '</w:p><w:p>'])(
  'numbers on both sides of %s are never joined',
  async (between) => {
    const { text } = await read(p(run('I take 7') + between + run('5 days a week')))
    expect(text.split(/\s+/)).toEqual(['I', 'take', '7', '5', 'days', 'a', 'week'])
  },
)

test('the cells of a table are divided, and its rows are lines', async () => {
  const table = `<w:tbl>${row(p(run('Dose')), p(run('Days')))}${row(p(run('12')) + p(run('13')), p(run('4')))}</w:tbl>`
  expect((await read(table + p(run('End')))).text).toBe('Dose\tDays\n12 13\t4\nEnd')
})

test('text boxes, notes, headers and characters of symbols are read once', async () => {
  const box = `<mc:AlternateContent><mc:Choice><w:txbxContent>${p(run('In the box: 8'))}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${p(run('In the box: 8'))}</w:txbxContent></mc:Fallback></mc:AlternateContent>`
  const { text, notices } = await read(
    p(`${run('Before 3')}<w:r>${box}</w:r>${run(' and after')}`) +
      p(
        `${run('60')}<w:r><w:noBreakHyphen/></w:r>${run('70')}<w:r><w:sym w:font="Symbol" w:char="F06D"/></w:r>${run('g')}`,
      ),
    part('footnotes', 'footnotes', `<w:footnote>${p(run('Since 2019.'))}</w:footnote>`),
    part('header1', 'hdr', p(run('Clinic'))),
    part('header2', 'hdr', p(run('Clinic'))),
  )
  expect(text.split('\n')).toEqual(['Clinic', 'In the box: 8', 'Before 3 and after', '60-70µg', 'Since 2019.'])
  expect(notices).toEqual([])
})

test('symbols are read by their font, and an unknown one is told', async () => {
  const symbol = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`
  const typed = `<w:r><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr><w:t>\uf0b3</w:t></w:r>${run(' 5')}`
  const known = `${symbol('Symbol', 'F0B1')}${run(' 2, ')}${symbol('Wingdings', 'F0FE')}${run(' yes, ')}${typed}`
  expect(await read(p(known))).toEqual({ text: '± 2, ☑ yes, ≥ 5', notices: [] })
  const { text, notices } = await read(p(run('Score: ') + symbol('Webdings', 'F0B1')))
  expect(text).toBe('Score: \ufffd')
  expect(notices).toEqual(['Symbols of the document could not be read: 1. Each is shown as \ufffd.'])
})

test.each(['<pic:pic/>', '<w:pict><v:imagedata/></w:pict>', '<a:blipFill/>', '<c:chart/>', '<dgm:relIds/>'])(
  'what %s shows is told, because it was not read',
  async (drawing) => {
    const { notices } = await read(p(run('See below.')) + p(`<w:r><w:drawing>${drawing}</w:drawing></w:r>`))
    expect(notices).toEqual([expect.stringMatching(/was not read\.$/)])
  },
)

test('deleted words are left out, inserted words are read, and both are told', async () => {
  const { text, notices } = await read(
    p(`${run('Take ')}<w:del><w:r><w:delText>50</w:delText></w:r></w:del><w:ins>${run('75')}</w:ins>${run(' mg')}`),
  )
  expect(text).toBe('Take 75 mg')
  expect(notices).toEqual([expect.stringContaining('tracked changes')])
})

test('pictures and embedded documents are told', async () => {
  const { notices } = await read(`${p(`${run('See:')}<w:r><pic:pic/></w:r><w:r><o:OLEObject/></w:r>`)}<w:altChunk/>`)
  expect(notices).toEqual([
    expect.stringContaining('a picture that was not read'),
    expect.stringContaining('another document'),
  ])
})

test('XML that ends early is refused', async () => {
  await expect(read('<w:p><w:r><w:t>Take 5')).rejects.toThrow('This Word document is damaged.')
})

test('an entity of the document is not read, whatever it names', async () => {
  const entity = '<!DOCTYPE w:document [<!ENTITY words SYSTEM "file:///etc/hostname"><!ENTITY own "Take 5">]>'
  for (const name of ['words', 'own']) {
    const content = `${entity}<w:document xmlns:w="w"><w:body>${p(run(`&${name};`))}</w:body></w:document>`
    const parts = [
      { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
      { name: 'word/document.xml', content: Buffer.from(content) },
    ]
    await expect(readDocx(zipOf(parts))).rejects.toThrow('This Word document is damaged.')
  }
})

test('a paragraph of very many lines is read to its end', async () => {
  const { text } = await read(p(run('7') + '<w:r><w:br/></w:r>'.repeat(300_000) + run('5')))
  expect(text).toBe('7\n5')
})

test('an element with the name of a property of objects adds nothing to the words', async () => {
  expect((await read(p(`${run('Take 5')}<constructor/><toString/>`))).text).toBe('Take 5')
})
