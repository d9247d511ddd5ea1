/**
 * Selectors for the pages of Kipu (Rails, jQuery, remote forms). Each entry says how reliable its sources are. High:
 * from two independent sources or from test code of the vendor. Medium: from one working source of a third party. Low:
 * inferred.
 */
export const kipu = {
  /** The host names (`https://<instance>.kipuworks.com`). Reliability of the sources: high. */
  host: /(?:^|\.)kipuworks\.com$/i,
  /**
   * The form in which an evaluation is edited (id `edit_patient_evaluation_{eid}`, attribute `data-remote`).
   * Reliability of the sources: high.
   */
  editForm: 'form.edit_patient_evaluation',
  editFormClass: 'edit_patient_evaluation',
  /** The read-only view of an evaluation that is completed or not being edited. Reliability of the sources: high. */
  readOnlyView: '#show_patient_evaluation',
  readOnlyViewId: 'show_patient_evaluation',
  /**
   * One item of an evaluation, `div#patient_evaluation_item_{itemId}`. Its `div.item_title` is the label, because there
   * is no `<label for>`. Reliability of the sources: high.
   */
  item: '.patient_evaluation_item',
  itemTitle: ':scope > .item_title',
  /** The heading in a `title` or `formatted_text` item, which has no controls. Reliability of the sources: high. */
  heading: 'h1, h2, h3, h4, h5, h6',
  /** The class or id of an item that shows chart data and is never filled. Reliability of the sources: low. */
  chartLinked:
    /(?:^|[\s_-])(?:vitals?|vital_signs|allerg(?:y|ies)|problem_list|treatment_plan|attachments?|signatures?|medications_list|points_total)(?:$|[\s_-])/i,
  /**
   * The element around one check box and its label: `.checkbox_list_wrap .wrap`. The label is before or after the check
   * box. Reliability of the sources: high.
   */
  boxWrap: '.wrap',
  /**
   * The list that contains the check boxes of one question. Radio buttons are in `div.mtop03` instead, and their labels
   * are plain text without a `label` element. Reliability of the sources: high.
   */
  boxList: '.checkbox_list_wrap',
  /** A text control that explains the answer of the check box beside it. Reliability of the sources: high. */
  explain: 'input[placeholder="Explain" i]',
  /**
   * The id of a table control, `…_eval_matrices_attributes_{row}_field{col}`. The first column is 1. Reliability of the
   * sources: high.
   */
  matrixCell: /eval_matrices_attributes_(\d+)_field(\d+)$/,
  /** The end of the id of an editor that replaces `textarea#…_description`. Reliability of the sources: medium. */
  inlineTarget: /_inline_target$/,
  /**
   * Widgets with which Chosen or select2 replace a select. The answer stays in the select, which may be hidden.
   * Reliability of the sources: medium.
   */
  drawnSelect: '.chosen-container, .select2-container',
  /** The end of the id of a TinyMCE frame, which consent templates use. Reliability of the sources: high. */
  editorFrame: /_ifr$/,
  /** `select#…_points`, the points of a scored questionnaire, never filled. Reliability of the sources: high. */
  points: /_points$/,
  /**
   * The ids of date and time controls: `…eval_timestamps_attributes_{i}_timestamp`,
   * `patient_evaluation_evaluation_date`. Reliability of the sources: high.
   */
  stamp: /_timestamp$|evaluation_date(?:time)?$/,
  /**
   * The names of the controls for the times at which an evaluation starts and ends: `patient_evaluation[start_time]`,
   * `patient_evaluation[end_time]`. Reliability of the sources: high.
   */
  startTime: /\[start_time\]$/,
  endTime: /\[end_time\]$/,
  /** Inputs of this class seem to save their value when it changes. Reliability of the sources: medium. */
  savesItself: '.submittable_wait_bar',
  /** Everything that submits or signs, and all other buttons and links. Reliability of the sources: high. */
  forbidden:
    '#form_submit, #validate_patient_evaluation_fields, button, input[type="submit"], input[type="button"], input[type="image"], a[href], [onclick*="submit" i]:not(input[type="radio"]):not(input[type="checkbox"])',
  /** The header with the patient. The name is in its `h1`. Reliability of the sources: high. */
  patientHeader: '#patient_header',
  patientName: '#patient_header h1',
  patientMarks: '#patient_header, #patient_first_name, #patient_last_name, #patient_mr, #patient_dob',
  /** The inputs of the facesheet. Reliability of the sources: high. */
  facesheet: { first: '#patient_first_name', last: '#patient_last_name', number: '#patient_mr', born: '#patient_dob' },
  /** The path of a chart, with the id of the patient: `/patients/{pid}/…`. Reliability of the sources: high. */
  chartPath: /^\/patients\/(\d+)(?:\/|$)/,
} as const
