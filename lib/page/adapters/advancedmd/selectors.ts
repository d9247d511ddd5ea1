/**
 * Selectors for the pages of AdvancedMD (an AngularJS page; the note is inside several nested frames of the same
 * origin). The letter says how reliable an entry is. H: from two independent sources or from test code of the vendor.
 * M: from one working source of a third party. L: inferred.
 */
export const advancedmd = {
  /** H: `https://*.advancedmd.com`. */
  host: /(?:^|\.)advancedmd\.com$/i,
  /** H: the note. Elements outside it belong to the viewer and are not filled. */
  note: 'div[name="Note"]',
  /** H: contains the name of the note's template. */
  template: 'input[name="hidTemplateName"]',
  templateName: 'hidTemplateName',
  /** M: contains the id of the visit. */
  visit: 'input[name="hidParentID"]',
  /** M: the banner, in a frame beside the frame of the note. It shows "LAST,FIRST" and "(MM-DD-YYYY, 51y, M)". */
  patientName: '.amds-patient-name',
  patientNameClass: 'amds-patient-name',
  patientFacts: '.amds-patient-demo',
  /** The elements that show the patient. A change of their text may mean another patient. */
  patientMarks: '.amds-patient-name, .amds-patient-demo',
} as const
