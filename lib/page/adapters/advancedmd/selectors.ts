/**
 * AdvancedMD's pages (AngularJS shell, the note several frames of one origin down). H: two independent sources or
 * vendor-side test code; M: one working third-party source; L: inferred.
 */
export const advancedmd = {
  /** H: `https://*.advancedmd.com`. */
  host: /(?:^|\.)advancedmd\.com$/i,
  /** H: the note itself; everything outside is the viewer's. */
  note: 'div[name="Note"]',
  /** H: which template it is. */
  template: 'input[name="hidTemplateName"]',
  templateName: 'hidTemplateName',
  /** M: which visit it belongs to. */
  visit: 'input[name="hidParentID"]',
  /** M: the banner, in a frame beside the note's: "LAST,FIRST" and "(MM-DD-YYYY, 51y, M)". */
  patientName: '.amds-patient-name',
  patientNameClass: 'amds-patient-name',
  patientFacts: '.amds-patient-demo',
  /** The same places, watched for another patient. */
  patientMarks: '.amds-patient-name, .amds-patient-demo',
} as const
