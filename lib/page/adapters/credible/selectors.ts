/**
 * Credible's pages (classic ASP and aspx in framesets of one origin). H: two independent sources or vendor-side test
 * code; M: one working third-party source; L: inferred.
 */
export const credible = {
  /** H: `https://*.crediblebh.com`. */
  host: /(?:^|\.)crediblebh\.com$/i,
  /** H: `/webforms/category.asp`, `/webforms/questions.asp`. */
  formPath: /\/webforms\/(?:category|questions)\.aspx?$/i,
  /** H: a visit that is signed and only shown. */
  signedPath: /\/visit\/clientvisit_view\.aspx?$/i,
  /** M: every answer, `q_N` by name or by an id that all options of a group share; the narratives `qnotes_N`. */
  answers: '[name^="q_"], [id^="q_"], [name^="qnotes_"], [id^="qnotes_"]',
  /** M: `qnotes_N` belongs to question N. */
  narrative: /^qnotes_(\d+)$/,
  /** M: push-buttons of scored instruments. */
  scored: '[name^="x_"], [id^="x_"]',
  /** H: frame `left` carries whose form it is. */
  clientId: 'client_id',
  /** H: the patient's number is the only mark of the patient; it is watched for another one. */
  patientMarks: '#client_id',
  /** H: the encounter in an address; one document spans several category pages of it. */
  encounterParams: ['fvid', 'visittemp_id', 'clientvisit_id'],
  /** H: which of its pages is loaded. */
  categoryParam: 'category_id',
  /** H: frame `left` links the categories of the visit's document. */
  categoryLinks: 'a[href*="category_id="]',
  /** L: what a fields page calls itself. */
  title: 'h1, h2, .title, .header, .categorytitle',
  complete: 'Complete',
  /** H: never press Complete, never a signature; M: scores are entered by hand. */
  forbidden: 'input[name="Complete"], [name*="signature" i], [id*="signature" i], [name^="x_"], [id^="x_"]',
} as const
