/**
 * Selectors for the pages of Credible (classic ASP and ASP.NET pages in framesets of one origin). Each entry says how
 * reliable its sources are. High: from two independent sources or from test code of the vendor. Medium: from one
 * working source of a third party. Low: inferred.
 */
export const credible = {
  /** The host names (`https://*.crediblebh.com`). Reliability of the sources: high. */
  host: /(?:^|\.)crediblebh\.com$/i,
  /**
   * The path of a page with questions: `/webforms/category.asp` or `/webforms/questions.asp`. Reliability of the
   * sources: high.
   */
  formPath: /\/webforms\/(?:category|questions)\.aspx?$/i,
  /** The path of a signed visit, which can only be read. Reliability of the sources: high. */
  signedPath: /\/visit\/clientvisit_view\.aspx?$/i,
  /**
   * The controls of all answers. `q_N` is the name, or the id that all options of one question share. `qnotes_N` is the
   * free text of question N. Reliability of the sources: medium.
   */
  answers: '[name^="q_"], [id^="q_"], [name^="qnotes_"], [id^="qnotes_"]',
  /** The name of a narrative, which is the free text of question N: `qnotes_N`. Reliability of the sources: medium. */
  narrative: /^qnotes_(\d+)$/,
  /** The buttons of scored questionnaires. Reliability of the sources: medium. */
  scored: '[name^="x_"], [id^="x_"]',
  /**
   * The id of the element that contains the patient's number, in the frame `left`. Reliability of the sources: high.
   */
  clientId: 'client_id',
  /**
   * Selector of the element with the patient's number. Nothing else in the page identifies the patient, so another
   * number means another patient. Reliability of the sources: high.
   */
  patientMarks: '#client_id',
  /**
   * Address parameters that contain the id of the visit. All category pages of one document have the same id.
   * Reliability of the sources: high.
   */
  encounterParams: ['fvid', 'visittemp_id', 'clientvisit_id'],
  /** The address parameter that contains the id of the loaded category page. Reliability of the sources: high. */
  categoryParam: 'category_id',
  /** The links to all category pages of the document, in the frame `left`. Reliability of the sources: high. */
  categoryLinks: 'a[href*="category_id="]',
  /** The title of a page with questions. Reliability of the sources: low. */
  title: 'h1, h2, .title, .header, .categorytitle',
  complete: 'Complete',
  /**
   * The button Complete and all signatures (reliability of the sources: high) and scores (medium). Only the clinician
   * may press or enter these.
   */
  forbidden: 'input[name="Complete"], [name*="signature" i], [id*="signature" i], [name^="x_"], [id^="x_"]',
} as const
