/**
 * Selectors for the pages of Kipu (Rails, jQuery, remote forms). Each entry states how reliable its sources are. High:
 * from two independent sources or from test code of the vendor. Medium: from one working source of a third party. Low:
 * inferred.
 */
export const kipu = {
  /** Source reliability high: the host names (`https://<instance>.kipuworks.com`). */
  host: /(?:^|\.)kipuworks\.com$/i,
  /**
   * Source reliability high: the form in which an evaluation is edited (id `edit_patient_evaluation_{eid}`, attribute
   * `data-remote`).
   */
  editForm: 'form.edit_patient_evaluation',
  editFormClass: 'edit_patient_evaluation',
  /** Source reliability high: the read-only view of an evaluation that is completed or not being edited. */
  readOnlyView: '#show_patient_evaluation',
  readOnlyViewId: 'show_patient_evaluation',
  /**
   * Source reliability high: one item of an evaluation, `div#patient_evaluation_item_{itemId}`. Its `div.item_title` is
   * the label, because there is no `<label for>`.
   */
  item: '.patient_evaluation_item',
  itemTitle: ':scope > .item_title',
  /** Source reliability high: items of the kinds `title` and `formatted_text` contain only text, no controls. */
  heading: 'h1, h2, h3, h4, h5, h6',
  /** Source reliability low: matches the class or id of items that show data of the chart. They are never filled. */
  chartLinked:
    /(?:^|[\s_-])(?:vitals?|vital_signs|allerg(?:y|ies)|problem_list|treatment_plan|attachments?|signatures?|medications_list|points_total)(?:$|[\s_-])/i,
  /**
   * Source reliability high: wraps one check box and its label, which is before or after it:
   * `.checkbox_list_wrap .wrap`.
   */
  boxWrap: '.wrap',
  /**
   * Source reliability high: the list of check boxes of one question. Labels of radio buttons are plain text in
   * `div.mtop03`, no `label`.
   */
  boxList: '.checkbox_list_wrap',
  /** Source reliability high: a text control beside a check box. Its text explains the answer of that check box. */
  explain: 'input[placeholder="Explain" i]',
  /**
   * Source reliability high: the id of a table control, `…_eval_matrices_attributes_{row}_field{col}`. The first column
   * is 1.
   */
  matrixCell: /eval_matrices_attributes_(\d+)_field(\d+)$/,
  /** Source reliability medium: the end of the id of an editor that replaces `textarea#…_description`. */
  inlineTarget: /_inline_target$/,
  /**
   * Source reliability medium: widgets with which Chosen or select2 replace a select. The answer stays in the select,
   * which may be hidden.
   */
  drawnSelect: '.chosen-container, .select2-container',
  /** Source reliability high: the end of the id of a TinyMCE frame, which consent templates use. */
  editorFrame: /_ifr$/,
  /** Source reliability high: `select#…_points`: the points of a scored questionnaire, which are not filled. */
  points: /_points$/,
  /**
   * Source reliability high: the ids of date and time controls: `…eval_timestamps_attributes_{i}_timestamp`,
   * `patient_evaluation_evaluation_date`.
   */
  stamp: /_timestamp$|evaluation_date(?:time)?$/,
  /**
   * Source reliability high: the names of the controls for the start and the end: `patient_evaluation[start_time]`,
   * `[end_time]`.
   */
  startTime: /\[start_time\]$/,
  endTime: /\[end_time\]$/,
  /** Source reliability medium: inputs of this class seem to save their value when it changes. */
  savesItself: '.submittable_wait_bar',
  /** Source reliability high: everything that submits or signs ("Sign & Submit"), and all other buttons and links. */
  forbidden:
    '#form_submit, #validate_patient_evaluation_fields, button, input[type="submit"], input[type="button"], input[type="image"], a[href], [onclick*="submit" i]:not(input[type="radio"]):not(input[type="checkbox"])',
  /** Source reliability high: the header with the patient. The name is in its `h1`. */
  patientHeader: '#patient_header',
  patientName: '#patient_header h1',
  /** The elements that show the patient. A change of their text may mean another patient. */
  patientMarks: '#patient_header, #patient_first_name, #patient_last_name, #patient_mr, #patient_dob',
  /** Source reliability high: the inputs of the facesheet. */
  facesheet: { first: '#patient_first_name', last: '#patient_last_name', number: '#patient_mr', born: '#patient_dob' },
  /** Source reliability high: the path of a chart, with the id of the patient: `/patients/{pid}/…`. */
  chartPath: /^\/patients\/(\d+)(?:\/|$)/,
} as const
