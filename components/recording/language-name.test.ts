import { expect, test } from 'vitest'
import { languageName } from '../../lib/contracts/index.ts'
import { spokenLanguage } from './language-name.ts'

test('languages are shown by their English names, including mixtures; a wrong code is shown as it is', () => {
  expect(['en', 'de-CH', 'ar', 'multi', 'no language'].map(languageName)).toEqual([
    'English',
    'Swiss High German',
    'Arabic',
    'Spanish and English',
    'no language',
  ])
})

test('a language that this server does not support is replaced by its first one; nothing is replaced while its list is unknown', () => {
  expect(spokenLanguage('fr', ['en', 'fr'])).toBe('fr')
  expect(spokenLanguage('fr', ['en'])).toBe('en')
  expect(spokenLanguage('fr', [])).toBe('fr')
})
