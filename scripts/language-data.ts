import { findLanguageData } from '../server/providers/reading/pictures.ts'
import { installSystemPackages } from './system-packages.ts'

/** Sees to it that pictures of English text can be read where the system's packages offer it; says so where they do not. */
export function ensureLanguageData(): boolean {
  if (findLanguageData('en') !== null) return true
  if (installSystemPackages(['tesseract-ocr-eng']) && findLanguageData('en') !== null) return true
  console.error('Pictures of text cannot be read here: install tesseract-ocr-eng, the language data of tesseract.')
  return false
}
