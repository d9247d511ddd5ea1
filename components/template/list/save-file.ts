/** Downloads a text as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser needs the URL until it has handled the click, so revoke the URL after that.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** Returns a file name for a template. */
export const fileNameOf = (name: string): string =>
  `${
    name
      .replace(/[^\p{L}\p{N} _-]+/gu, '')
      .trim()
      .slice(0, 80) || 'template'
  }.json`
