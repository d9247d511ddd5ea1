import { findLanguageData } from '../server/providers/reading/pictures.ts'
import { installSystemPackages } from './system-packages.ts'

/**
 * Installs the data for recognising English text in pictures, if it is missing and the system's packages offer it.
 * Otherwise prints a message and returns false.
 */
export function ensureLanguageData(): boolean {
  if (findLanguageData('en') !== null) return true
  if (installSystemPackages(['tesseract-ocr-eng']) && findLanguageData('en') !== null) return true
  console.error('Pictures of text cannot be read here: install tesseract-ocr-eng, the language data of tesseract.')
  return false
}
