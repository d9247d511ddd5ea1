export const fhirText = (text: string): string =>
  text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '').trim()

export const escaped = (text: string): string =>
  fhirText(text).replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)

export const paragraphs = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')

export const narrative = (content: string) => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`,
})
