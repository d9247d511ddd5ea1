/**
 * Selectors for the pages of Kipu (Rails, jQuery, remote forms). The letter says how reliable an entry is. H: from two
 * independent sources or from test code of the vendor. M: from one working source of a third party. L: inferred.
 */
export const kipu = {
  /** H: `https://<instance>.kipuworks.com`. */
  host: /(?:^|\.)kipuworks\.com$/i,
  /** H: `form.edit_patient_evaluation#edit_patient_evaluation_{eid}[data-remote]`. */
  editForm: 'form.edit_patient_evaluation',
  editFormClass: 'edit_patient_evaluation',
  /** H: the read-only view of an evaluation that is completed or not being edited. */
  readOnlyView: '#show_patient_evaluation',
  readOnlyViewId: 'show_patient_evaluation',
  /** H: `div#patient_evaluation_item_{itemId}.patient_evaluation_item > div.item_title`; there is no `<label for>`. */
  item: '.patient_evaluation_item',
  itemTitle: ':scope > .item_title',
  /** H: items of the kinds `title` and `formatted_text` contain only text, no controls. */
  heading: 'h1, h2, h3, h4, h5, h6',
  /** L: matches the class or id of items that show data of the chart. They are never filled. */
  chartLinked:
    /(?:^|[\s_-])(?:vitals?|vital_signs|allerg(?:y|ies)|problem_list|treatment_plan|attachments?|signatures?|medications_list|points_total)(?:$|[\s_-])/i,
  /** H: wraps one check box and its label, which is before or after it: `.checkbox_list_wrap .wrap`. */
  boxWrap: '.wrap',
  /** H: the list of check boxes of one question. Labels of radio buttons are plain text in `div.mtop03`, no `label`. */
  boxList: '.checkbox_list_wrap',
  /** H: a text control beside a check box. Its text explains the answer of that check box. */
  explain: 'input[placeholder="Explain" i]',
  /** H: the id of a table control, `…_eval_matrices_attributes_{row}_field{col}`. The first column is 1. */
  matrixCell: /eval_matrices_attributes_(\d+)_field(\d+)$/,
  /** M: the end of the id of an editor that replaces `textarea#…_description`. */
  inlineTarget: /_inline_target$/,
  /** M: widgets with which Chosen or select2 replace a select. The answer stays in the select, which may be hidden. */
  drawnSelect: '.chosen-container, .select2-container',
  /** H: the end of the id of a TinyMCE frame, which consent templates use. */
  editorFrame: /_ifr$/,
  /** H: `select#…_points`: the points of a scored questionnaire, which are not filled. */
  points: /_points$/,
  /** H: `…eval_timestamps_attributes_{i}_timestamp`, `#patient_evaluation_evaluation_date`. */
  stamp: /_timestamp$|evaluation_date(?:time)?$/,
  /** H: `patient_evaluation[start_time]`, `[end_time]`. */
  startTime: /\[start_time\]$/,
  endTime: /\[end_time\]$/,
  /** M: inputs of this class seem to save their value when it changes. */
  savesItself: '.submittable_wait_bar',
  /** H: everything that submits or signs ("Sign & Submit"), and all other buttons and links. */
  forbidden:
    '#form_submit, #validate_patient_evaluation_fields, button, input[type="submit"], input[type="button"], input[type="image"], a[href], [onclick*="submit" i]:not(input[type="radio"]):not(input[type="checkbox"])',
  /** H: the header with the patient. The name is in its `h1`. */
  patientHeader: '#patient_header',
  patientName: '#patient_header h1',
  /** The elements that show the patient. A change of their text may mean another patient. */
  patientMarks: '#patient_header, #patient_first_name, #patient_last_name, #patient_mr, #patient_dob',
  /** H: the inputs of the facesheet. */
  facesheet: { first: '#patient_first_name', last: '#patient_last_name', number: '#patient_mr', born: '#patient_dob' },
  /** H: the path of a chart, with the id of the patient: `/patients/{pid}/…`. */
  chartPath: /^\/patients\/(\d+)(?:\/|$)/,
} as const
