/**
 * Credible's pages (classic ASP and aspx in framesets of one origin). H: two independent sources or vendor-side test
 * code; M: one working third-party source; L: inferred. Counts are those of the stored pages in `tests/ehr-pages`.
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

/** How often each selector is met on the stored pages of `tests/ehr-pages/credible`, all frames counted; a test holds them. */
export const credibleCounts: Record<string, Record<string, number>> = {
  categoryLinks: { intake: 4, progress: 4, risk: 4, 'treatment-review': 4 },
  answers: { intake: 11, progress: 10, risk: 10, 'treatment-review': 9 },
  scored: { intake: 0, progress: 3, risk: 0, 'treatment-review': 0 },
  title: { intake: 1, progress: 1, risk: 1, 'treatment-review': 1 },
  forbidden: { intake: 1, progress: 5, risk: 2, 'treatment-review': 1 },
}
