/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser takes it over when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** A template's name as a file's. */
export const fileNameOf = (name: string): string =>
  `${
    name
      .replace(/[^\p{L}\p{N} _-]+/gu, '')
      .trim()
      .slice(0, 80) || 'template'
  }.json`
