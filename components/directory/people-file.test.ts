import { describe, expect, test } from 'vitest'
import { exampleFile, readPeopleFile } from './people-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const read = async (bytes: Uint8Array) => (await readPeopleFile(bytes)).people

describe('a file of people', () => {
  const table = [
    ['E-Mail', 'Name', 'Role', 'Permissions', 'License', 'Ward'],
    ['jose@clinic.example', 'José Núñez', 'Clinician', 'Read notes, audit.read', 'standard', '3'],
    ['', '', '', '', '', ''],
    ['ann@clinic.example', 'Ann "Annie" O’Hara', '', '', '', ''],
  ]
  /** The table as a spreadsheet writes it. */
  const written = (separator: string, newline = '\r\n') =>
    table
      .map((row) =>
        row.map((cell) => (/[",;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator),
      )
      .join(newline)
  const people = [
    {
      line: 2,
      email: 'jose@clinic.example',
      name: 'José Núñez',
      seat: 'Clinician',
      permissions: ['reports.read', 'audit.read'],
      licence: 'standard',
    },
    { line: 4, email: 'ann@clinic.example', name: 'Ann "Annie" O’Hara', seat: '', permissions: [], licence: '' },
  ]

  test.each([
    ['UTF-8 with commas', utf8(written(','))],
    ['UTF-8 with a byte order mark and semicolons', utf8(`\ufeff${written(';')}`)],
    ['UTF-8 with tabs and lines of Unix', utf8(written('\t', '\n'))],
    ['UTF-16 with tabs, as Excel calls Unicode text', utf16(written('\t'))],
    ['the lines of an old Mac', utf8(written(',', '\r'))],
  ])('is read: %s', async (_, bytes) => {
    expect(await readPeopleFile(bytes)).toEqual({ people, ignored: ['Ward'] })
  })

  test('is read in Windows-1252, as Excel writes CSV', async () => {
    const text = written(';').replace('O’Hara', 'O\u0092Hara')
    expect(await read(latin1(text))).toEqual(people)
  })

  test('counts a cell with a line break as one line, as spreadsheets do', async () => {
    const lines = await read(utf8('email,name\na@b.example,"Ann\nOhara"\nc@d.example,Cy'))
    expect(lines.map(({ line, email }) => [line, email])).toEqual([
      [2, 'a@b.example'],
      [3, 'c@d.example'],
    ])
  })

  test('of one column is read', async () => {
    expect((await read(utf8('email\na@b.example\n'))).map(({ email }) => email)).toEqual(['a@b.example'])
  })

  test('that the page offers as an example has no fault', async () => {
    const { people, ignored } = await readPeopleFile(utf8(exampleFile))
    expect([people.length, ignored]).toEqual([2, []])
    expect(people[1]?.permissions).toEqual(['roles.manage', 'audit.read'])
  })

  test.each([
    ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4]), /workbook/],
    ['without a column of emails', utf8('a@b.example,Ann\nc@d.example,Cy'), /must be “email”/],
    ['without people', utf8('email,name\n,\n'), /has no people/],
    ['without anything', utf8(''), /must be “email”/],
    ['with an open quotation mark', utf8('email,name\na@b.example,"Ann\nc@d.example,Cy'), /quotation mark in line 2/],
    ['of too many people', utf8(`email\n${'a@b.example\n'.repeat(2001)}`), /2001 people/],
  ])('%s says what to do', async (_, bytes, sentence) => {
    await expect(readPeopleFile(bytes)).rejects.toThrow(sentence)
  })
})
