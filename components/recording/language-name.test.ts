import { expect, test } from 'vitest'
import { languageName, spokenLanguage } from './language-name.ts'

test('languages go by their English names, the mixture too', () => {
  expect(['en', 'de-CH', 'ar', 'multi'].map(languageName)).toEqual([
    'English',
    'Swiss High German',
    'Arabic',
    'Spanish and English',
  ])
})

test('a language this server cannot do gives way to its first; one is never taken while its list is not known', () => {
  expect(spokenLanguage('fr', ['en', 'fr'])).toBe('fr')
  expect(spokenLanguage('fr', ['en'])).toBe('en')
  expect(spokenLanguage('fr', [])).toBe('fr')
})
