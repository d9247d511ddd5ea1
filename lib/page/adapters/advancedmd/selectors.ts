/**
 * Selectors for the pages of AdvancedMD (an AngularJS page; the note is inside several nested frames of the same
 * origin). Each entry states how reliable its sources are. High: from two independent sources or from test code of the
 * vendor. Medium: from one working source of a third party. Low: inferred.
 */
export const advancedmd = {
  /** Source reliability high: the host names (`https://*.advancedmd.com`). */
  host: /(?:^|\.)advancedmd\.com$/i,
  /** Source reliability high: the note. Elements outside it belong to the viewer and are not filled. */
  note: 'div[name="Note"]',
  /** Source reliability high: the hidden input with the name of the note's template. */
  template: 'input[name="hidTemplateName"]',
  templateName: 'hidTemplateName',
  /** Source reliability medium: the hidden input with the id of the visit. */
  visit: 'input[name="hidParentID"]',
  /**
   * Source reliability medium: the banner, in a frame beside the frame of the note. It shows "LAST,FIRST" and
   * "(MM-DD-YYYY, 51y, M)".
   */
  patientName: '.amds-patient-name',
  patientNameClass: 'amds-patient-name',
  patientFacts: '.amds-patient-demo',
  /** The elements that show the patient. A change of their text may mean another patient. */
  patientMarks: '.amds-patient-name, .amds-patient-demo',
} as const
