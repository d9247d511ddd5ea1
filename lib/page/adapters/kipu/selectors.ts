/**
 * Kipu's pages (Rails, jQuery, remote forms). H: two independent sources or vendor-side test code; M: one working
 * third-party source; L: inferred.
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
  /** H: items of kind title and formatted_text only display. */
  heading: 'h1, h2, h3, h4, h5, h6',
  /** L: widgets linked to the chart are never filled; matched by the item's class or id. */
  chartLinked:
    /(?:^|[\s_-])(?:vitals?|vital_signs|allerg(?:y|ies)|problem_list|treatment_plan|attachments?|signatures?|medications_list|points_total)(?:$|[\s_-])/i,
  /** H: `.checkbox_list_wrap .wrap > label + input[type=checkbox]`, the label before or after. */
  boxWrap: '.wrap',
  /** H: radios' captions are bare text nodes in `div.mtop03`. */
  boxList: '.checkbox_list_wrap',
  /** H: beside a box; the words belong to that box. */
  explain: 'input[placeholder="Explain" i]',
  /** H: `…_eval_matrices_attributes_{row}_field{col}`, columns counted from 1. */
  matrixCell: /eval_matrices_attributes_(\d+)_field(\d+)$/,
  /** M: the rich text edited in place of `textarea#…_description`. */
  inlineTarget: /_inline_target$/,
  /** M: selects drawn anew by Chosen or select2; the select itself, hidden or not, is the answer. */
  drawnSelect: '.chosen-container, .select2-container',
  /** H: consent templates use TinyMCE in one frame. */
  editorFrame: /_ifr$/,
  /** H: `select#…_points`: a scored instrument. */
  points: /_points$/,
  /** H: `…eval_timestamps_attributes_{i}_timestamp`, `#patient_evaluation_evaluation_date`. */
  stamp: /_timestamp$|evaluation_date(?:time)?$/,
  /** H: `patient_evaluation[start_time]`, `[end_time]`. */
  startTime: /\[start_time\]$/,
  endTime: /\[end_time\]$/,
  /** M: inputs of this class seem to save themselves on change. */
  savesItself: '.submittable_wait_bar',
  /** H: `#form_submit`, `#validate_patient_evaluation_fields`, "Sign & Submit". */
  forbidden:
    '#form_submit, #validate_patient_evaluation_fields, button, input[type="submit"], input[type="button"], input[type="image"], a[href], [onclick*="submit" i]:not(input[type="radio"]):not(input[type="checkbox"])',
  /** H: `#patient_header` with the name in an h1. */
  patientHeader: '#patient_header',
  patientName: '#patient_header h1',
  /** The same places, watched for another patient. */
  patientMarks: '#patient_header, #patient_first_name, #patient_last_name, #patient_mr, #patient_dob',
  /** H: the facesheet's own inputs. */
  facesheet: { first: '#patient_first_name', last: '#patient_last_name', number: '#patient_mr', born: '#patient_dob' },
  /** H: `/patients/{pid}/…`. */
  chartPath: /^\/patients\/(\d+)(?:\/|$)/,
} as const
