/**
 * Selectors for the pages of AdvancedMD (an AngularJS page; the note is inside several nested frames of the same
 * origin). "Sources" says how reliable the sources of an entry are. High: two independent sources, or test code of the
 * vendor. Medium: one working source of a third party. Low: inferred.
 */
export const advancedmd = {
  /** The host names of AdvancedMD: `https://*.advancedmd.com`. Sources: high. */
  host: /(?:^|\.)advancedmd\.com$/i,
  /** The element of the note. Elements outside it belong to the viewer and are not filled. Sources: high. */
  note: 'div[name="Note"]',
  /** The hidden input with the name of the template from which the note was made. Sources: high. */
  template: 'input[name="hidTemplateName"]',
  templateName: 'hidTemplateName',
  /** The hidden input with the id of the visit. Sources: medium. */
  visit: 'input[name="hidParentID"]',
  /**
   * The banner with the patient, in a frame beside the frame of the note. It shows "LAST,FIRST" and "(MM-DD-YYYY, 51y,
   * M)". Sources: medium.
   */
  patientName: '.amds-patient-name',
  patientNameClass: 'amds-patient-name',
  patientFacts: '.amds-patient-demo',
  /** The elements that show the patient. If their text changes, another patient may be open. */
  patientMarks: '.amds-patient-name, .amds-patient-demo',
} as const
