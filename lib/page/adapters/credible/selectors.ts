/**
 * Selectors for the pages of Credible (classic ASP and ASP.NET pages in framesets of one origin). Each entry states how
 * reliable its sources are. High: from two independent sources or from test code of the vendor. Medium: from one
 * working source of a third party. Low: inferred.
 */
export const credible = {
  /** Source reliability high: the host names (`https://*.crediblebh.com`). */
  host: /(?:^|\.)crediblebh\.com$/i,
  /**
   * Source reliability high: the path of a page with questions: `/webforms/category.asp` or `/webforms/questions.asp`.
   */
  formPath: /\/webforms\/(?:category|questions)\.aspx?$/i,
  /** Source reliability high: the path of a signed visit, which can only be read. */
  signedPath: /\/visit\/clientvisit_view\.aspx?$/i,
  /**
   * Source reliability medium: all answers. `q_N` is the name, or the id that all options of one question share.
   * `qnotes_N` is a narrative.
   */
  answers: '[name^="q_"], [id^="q_"], [name^="qnotes_"], [id^="qnotes_"]',
  /** Source reliability medium: the narrative text `qnotes_N` belongs to question N. */
  narrative: /^qnotes_(\d+)$/,
  /** Source reliability medium: the buttons of scored questionnaires. */
  scored: '[name^="x_"], [id^="x_"]',
  /** Source reliability high: the element with the patient's number, in the frame `left`. */
  clientId: 'client_id',
  /**
   * Source reliability high: only the patient's number identifies the patient in the page. A change of this number
   * means another patient.
   */
  patientMarks: '#client_id',
  /**
   * Source reliability high: address parameters that contain the id of the visit. All category pages of one document
   * have the same id.
   */
  encounterParams: ['fvid', 'visittemp_id', 'clientvisit_id'],
  /** Source reliability high: the address parameter that contains the id of the loaded category page. */
  categoryParam: 'category_id',
  /** Source reliability high: the links to all category pages of the document, in the frame `left`. */
  categoryLinks: 'a[href*="category_id="]',
  /** Source reliability low: the title of a page with questions. */
  title: 'h1, h2, .title, .header, .categorytitle',
  complete: 'Complete',
  /**
   * Source reliability high: the button Complete and all signatures. Source reliability medium: scores. Only the
   * clinician may press or enter these.
   */
  forbidden: 'input[name="Complete"], [name*="signature" i], [id*="signature" i], [name^="x_"], [id^="x_"]',
} as const
