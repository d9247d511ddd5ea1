import { saveBlob } from '../../ui/save-blob.ts'

/** Downloads the text of a JSON file, such as an exported template. */
export const saveFile = (name: string, text: string): void =>
  saveBlob(name, new Blob([text], { type: 'application/json' }))

/** Returns a file name for a template. Removes characters that some file systems do not allow in names. */
export const fileNameOf = (name: string): string =>
  `${
    name
      .replace(/[^\p{L}\p{N} _-]+/gu, '')
      .trim()
      .slice(0, 80) || 'template'
  }.json`
