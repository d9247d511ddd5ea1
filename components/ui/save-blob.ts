export function saveBlob(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser needs the URL until it has handled the click, so revoke the URL after that.
  setTimeout(() => URL.revokeObjectURL(url))
}
