/** A text for FHIR: without the control characters that neither XML nor a FHIR string allows, and without spaces around. */
export const fhirText = (text: string): string =>
  text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '').trim()
