import { expect, test } from 'vitest'
import { languageName, spokenLanguage } from './language-name.ts'

test('languages are shown by their English names, including mixtures', () => {
  expect(['en', 'de-CH', 'ar', 'multi'].map(languageName)).toEqual([
    'English',
    'Swiss High German',
    'Arabic',
    'Spanish and English',
  ])
})

test('a language that this server does not support is replaced by its first one; nothing is replaced while its list is unknown', () => {
  expect(spokenLanguage('fr', ['en', 'fr'])).toBe('fr')
  expect(spokenLanguage('fr', ['en'])).toBe('en')
  expect(spokenLanguage('fr', [])).toBe('fr')
})
