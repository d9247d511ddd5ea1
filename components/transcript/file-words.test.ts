import { expect, test } from 'vitest'
import { fileForm, whyNotSent } from './file-words.ts'

const megabyte = 1024 * 1024
const file = (name: string, type: string, size: number) => ({ name, type, size })

test('an empty file, or one larger than its kind may be, is not sent, and a sentence gives the reason', () => {
  expect(whyNotSent(file('a.txt', 'text/plain', 0))).toBe('This file is empty. Choose another file.')
  expect(whyNotSent(file('a.pdf', 'application/pdf', 26 * megabyte))).toBe(
    'A file of this kind can have at most 25 MB. Choose a smaller file.',
  )
  expect(whyNotSent(file('a.png', 'image/png', 21 * megabyte))).toContain('20 MB')
  expect(whyNotSent(file('a.docx', '', 26 * megabyte))).toContain('25 MB')
  expect(whyNotSent(file('unknown', '', 181 * megabyte))).toContain('180 MB')
})

test('a file that only the server can judge is sent', () => {
  expect(whyNotSent(file('a.wav', 'audio/wav', 170 * megabyte))).toBeNull()
  expect(whyNotSent(file('unknown', '', 100 * megabyte))).toBeNull()
})

test('the text parts come before the file, and empty ones are left out', () => {
  const form = fileForm(new File(['Slept well.'], 'note.txt'), { title: ' Visit ', patientId: '', language: 'en' })
  expect([...form.keys()]).toEqual(['title', 'language', 'file'])
  expect(form.get('title')).toBe('Visit')
})
