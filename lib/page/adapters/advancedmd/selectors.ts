/**
 * Selectors for the pages of AdvancedMD (an AngularJS page; the note is inside several nested frames of the same
 * origin). Each entry says how reliable the sources are from which the selector was taken. High: two independent
 * sources, or test code of the vendor. Medium: one program of a third party that works with these pages. Low: inferred.
 */
export const advancedmd = {
  /** The host names of AdvancedMD (`https://*.advancedmd.com`). Reliability of the sources: high. */
  host: /(?:^|\.)advancedmd\.com$/i,
  /** The note. Elements outside it belong to the viewer and are not filled. Reliability of the sources: high. */
  note: 'div[name="Note"]',
  /** The hidden input with the name of the note's template. Reliability of the sources: high. */
  template: 'input[name="hidTemplateName"]',
  templateName: 'hidTemplateName',
  /** The hidden input with the id of the visit. Reliability of the sources: medium. */
  visit: 'input[name="hidParentID"]',
  /**
   * The banner with the patient, in a frame beside the frame of the note. It shows "LAST,FIRST" and "(MM-DD-YYYY, 51y,
   * M)". Reliability of the sources: medium.
   */
  patientName: '.amds-patient-name',
  patientNameClass: 'amds-patient-name',
  patientFacts: '.amds-patient-demo',
  patientMarks: '.amds-patient-name, .amds-patient-demo',
} as const
