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

/** How often each selector is met on the stored pages of `tests/ehr-pages/advancedmd`, all frames counted; a test holds them. */
export const advancedmdCounts: Record<string, Record<string, number>> = {
  note: { evaluation: 4, group: 4, medication: 4, progress: 4 },
  template: { evaluation: 4, group: 4, medication: 4, progress: 4 },
  visit: { evaluation: 4, group: 4, medication: 4, progress: 4 },
  patientName: { evaluation: 2, group: 2, medication: 2, progress: 2 },
  patientFacts: { evaluation: 2, group: 2, medication: 2, progress: 2 },
}
