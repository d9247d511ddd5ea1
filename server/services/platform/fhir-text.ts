/**
 * Returns a text that XML and FHIR strings allow: without forbidden control characters, and without spaces at its ends.
 */
export const fhirText = (text: string): string =>
  text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '').trim()

/** Escapes a text for the XHTML of a FHIR narrative, so that no character of the text acts as markup. */
export const escaped = (text: string): string =>
  fhirText(text).replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)

/** Returns one paragraph for each line that has words. */
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
