import { findLanguageData } from '../server/providers/reading/pictures.ts'
import { installSystemPackages } from './system-packages.ts'

/**
 * Installs the data for recognising English text in pictures from the system's packages if it is missing. Returns true
 * if the data is installed afterwards. If it cannot be installed, prints a message and returns false.
 */
export function ensureLanguageData(): boolean {
  if (findLanguageData('en') !== null) return true
  if (installSystemPackages(['tesseract-ocr-eng']) && findLanguageData('en') !== null) return true
  console.error('Pictures of text cannot be read here: install tesseract-ocr-eng, the language data of tesseract.')
  return false
}
