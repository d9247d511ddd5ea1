import { expect, test } from 'vitest'
import { decodeText } from './encodings.ts'
import { UnreadableFile } from './refused.ts'
import { readText } from './text.ts'

/** Bytes of an encoding that has one byte for each character, by the decoder that reads them. */
function encoded(text: string, encoding: string): Buffer {
  const table = new Map<string, number>()
  const decoder = new TextDecoder(encoding)
  for (let byte = 0; byte < 256; byte++) table.set(decoder.decode(Uint8Array.of(byte)), byte)
  return Buffer.from([...text].map((letter) => table.get(letter) ?? 0x3f))
}

const russian = 'Доктор: Что вас беспокоит сегодня?\nПациент: Болит голова, принимаю 25 мг.'
const polish = 'Lekarz: Jak się pani czuje?\nPacjentka: Źle, biorę pięć tabletek na ból głowy.'
const greek = 'Γιατρός: Πώς κοιμάστε;\nΑσθενής: Κοιμάμαι έξι ώρες.'

test.each([
  ['windows-1251', 'ru', russian],
  ['koi8-r', 'ru', russian],
  ['ibm866', 'ru', russian],
  ['windows-1250', 'pl', polish],
  ['windows-1253', 'el', greek],
  ['windows-1252', 'fr-CA', 'Patiente: Ça va, j’ai très mal à l’épaule.'],
])('text in %s is read by its language', (encoding, language, text) => {
  expect(decodeText(encoded(text, encoding), language)).toBe(text)
})

test.each([
  ['gb18030', 'zh', [0xd2, 0xbd, 0xc9, 0xfa, 0xa3, 0xba, 0xc4, 0xfa, 0xba, 0xc3], '医生：您好'],
  ['Big5', 'zh', [0xc2, 0xe5, 0xa5, 0xcd, 0xa1, 0x47, 0xb1, 0x7a, 0xa6, 0x6e], '醫生：您好'],
  ['Shift_JIS', 'ja', [0x88, 0xe3, 0x8e, 0x74, 0x81, 0x46, 0x82, 0xcd, 0x82, 0xa2], '医師：はい'],
])('text in %s is read by its language', (_, language, bytes, text) => {
  expect(decodeText(Uint8Array.from(bytes), language)).toBe(text)
})

test.each(['utf16le', 'utf16be'] as const)('%s is read with and without its mark', (encoding) => {
  const text = 'Patient: I sleep six hours, señor.'
  for (const marked of [`\ufeff${text}`, text]) {
    const bytes = Buffer.from(marked, 'utf16le')
    expect(decodeText(encoding === 'utf16be' ? bytes.swap16() : bytes, 'en')).toBe(text)
  }
})

test('a stray byte or a cut does not turn a file of UTF-8, and is told', () => {
  const bytes = Buffer.from('Arzt: Wie schlafen Sie?\nPatient: Früh müde, später wach, etwa 3 Stunden für mich — ü')
  const cut = readText(bytes.subarray(0, -1), 'de')
  expect(cut.text).toBe('Arzt: Wie schlafen Sie?\nPatient: Früh müde, später wach, etwa 3 Stunden für mich — \ufffd')
  expect(cut.notices).toEqual(['One character of this file could not be read. It is shown as \ufffd.'])
  expect(readText(bytes, 'de').notices).toEqual([])
})

test('letters that are not of the language are refused with a sentence', () => {
  expect(() => readText(encoded(russian, 'windows-1251'), 'en')).toThrow(/Save the file as UTF-8/)
  expect(() => readText(Buffer.from([0x61, 0, 1, 2]), 'en')).toThrow(UnreadableFile)
})

test('a language that nobody knows is read like a western one', () => {
  const text = 'Patiente: Ça va, j’ai très mal à l’épaule.'
  for (const language of ['', 'xx', 'constructor', 'toString'])
    expect(decodeText(encoded(text, 'windows-1252'), language)).toBe(text)
})

test.each(['utf-16le', 'utf-16be'] as const)('a text of %s that ends inside a character says so', (encoding) => {
  for (const mark of ['\ufeff', '']) {
    const bytes = Buffer.from(`${mark}Patient: I take 25 mg of it 😴`, 'utf16le')
    if (encoding === 'utf-16be') bytes.swap16()
    for (const missing of [1, 2, 3]) {
      const { text, notices } = readText(bytes.subarray(0, bytes.length - missing), 'en')
      expect(text).toBe('Patient: I take 25 mg of it \ufffd')
      expect(notices).toEqual(['One character of this file could not be read. It is shown as \ufffd.'])
    }
  }
})
