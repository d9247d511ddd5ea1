/** Returns a text without the control characters that XML or a FHIR string forbids, and without spaces at its ends. */
export const fhirText = (text: string): string =>
  text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '').trim()
