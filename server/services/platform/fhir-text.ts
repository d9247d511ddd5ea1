/**
 * Returns a text that XML and FHIR strings allow: without forbidden control characters, and without spaces at its ends.
 */
export const fhirText = (text: string): string =>
  text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '').trim()
