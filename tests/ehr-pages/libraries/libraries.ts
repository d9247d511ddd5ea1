/** What the fill writes, by label. The page's own model must hold the same afterwards. */
export const answers: Record<string, string | string[]> = {
  Substance: 'Cannabis',
  Pharmacy: 'Harbor',
  Goals: ['Sleep', 'Family'],
  Affect: 'Flat',
  Symptoms: ['Anxiety', 'Pain'],
  'Consent on file': 'Yes',
  'Interpreter needed': 'Yes',
  Dose: '50',
  Severity: 'Severe',
  Triggers: ['noise'],
  Plan: 'CBT weekly.',
  // Only the script of the page knows the format: day first, month first, year first.
  'Seen on': '2026-12-05',
  'Next visit': '2026-11-06',
  'Born on': '1981-03-04',
  'Called at': '2026-12-05 14:30',
  'Start time': '14:30',
  Phone: '5551234567',
  Weight: '72500',
}

/** A page of one library. `packages`: the folders of another version, by the names that the page uses. */
export interface Library {
  page: string
  packages?: Record<string, string>
}

const versions = (page: string, names: Record<string, Record<string, string>>): Record<string, Library> =>
  Object.fromEntries(Object.entries(names).map(([version, packages]) => [`${page} ${version}`, { page, packages }]))

/** The libraries and their versions. Each version is one page with several controls. */
export const libraries: Record<string, Library> = {
  ...versions('jquery-ui', {
    1.14: {},
    1.13: { 'jquery-ui/dist': 'jquery-ui-dist' },
    1.12: { 'jquery-ui/dist': 'jquery-ui-1.12' },
  }),
  ...versions('bootstrap-datepicker', {
    '1.10': {},
    1.9: { 'bootstrap-datepicker': 'bootstrap-datepicker-1.9' },
    1.6: { 'bootstrap-datepicker': 'bootstrap-datepicker-1.6' },
  }),
  ...versions('flatpickr', { 4.6: {}, 4.5: { flatpickr: 'flatpickr-4.5' }, 4.4: { flatpickr: 'flatpickr-4.4' } }),
  ...versions('pikaday', { 1.8: {}, 1.7: { pikaday: 'pikaday-1.7' }, 1.6: { pikaday: 'pikaday-1.6' } }),
  ...versions('daterangepicker', {
    3.1: {},
    '3.0': { daterangepicker: 'daterangepicker-3.0' },
    2.1: { daterangepicker: 'daterangepicker-2' },
  }),
  ...versions('jquery-datetimepicker', { 2.5: {} }),
  ...versions('air-datepicker', { 3.6: {}, 3.3: { 'air-datepicker': 'air-datepicker-3.3' } }),
  ...versions('air-datepicker-jquery', { 2.2: {} }),
  ...versions('select2', { 4.1: {}, '4.0': { select2: 'select2-4.0' } }),
  ...versions('chosen', {
    1.8: {},
    1.6: {
      'chosen-js/chosen.jquery.min': 'chosen-js-1.6/chosen.jquery',
      'chosen-js/chosen.min': 'chosen-js-1.6/chosen',
    },
  }),
  ...versions('choices', { 11: {}, 10: { 'choices.js': 'choices.js-10' }, 9: { 'choices.js': 'choices.js-9' } }),
  ...versions('tom-select', { 2: {}, '2.0': { 'tom-select': 'tom-select-2.0' }, 1: { 'tom-select': 'tom-select-1' } }),
  ...versions('slim-select', { 3: {}, 2: { 'slim-select': 'slim-select-2' } }),
  ...versions('bootstrap-select', { 1.13: {}, 1.14: { 'bootstrap-select': 'bootstrap-select-1.14' } }),
  ...versions('inputmask', {
    5: {},
    4: { 'inputmask/dist/jquery.inputmask': 'inputmask-4/dist/jquery.inputmask.bundle' },
    3: { 'inputmask/dist/jquery.inputmask': 'inputmask-3/dist/jquery.inputmask.bundle' },
  }),
  ...versions('imask', { 7: {}, 6: { imask: 'imask-6' }, 6.1: { imask: 'imask-6.1' } }),
  ...versions('cleave', { 1.6: {}, 1.4: { 'cleave.js': 'cleave.js-1.4' } }),
  ...versions('survey', { 2.5: {}, 2.3: { 'survey-core': 'survey-core-2.3', 'survey-js-ui': 'survey-js-ui-2.3' } }),
  ...versions('survey-jquery', { 1.12: {} }),
  ...versions('vuetify', { 4: {}, 3: { vuetify: 'vuetify-3' } }),
  ...versions('shoelace', { 2: {}, '2.10': { '@shoelace-style/shoelace': 'shoelace-2.10' } }),
  ...versions('antd', { 6: {}, 5: { antd: 'antd-5' } }),
  ...versions('mui', {
    9: {},
    7: { '@mui/material': 'mui-7', '@mui/x-date-pickers': 'mui-x-date-pickers-8' },
    6: { '@mui/material': 'mui-6', '@mui/x-date-pickers': 'mui-x-date-pickers-7' },
  }),
  ...versions('mantine', {
    9: {},
    8: { '@mantine/core': 'mantine-core-8', '@mantine/dates': 'mantine-dates-8', '@mantine/hooks': 'mantine-hooks-8' },
  }),
  ...versions('primereact', { 10: {} }),
  ...versions('carbon', { 11: {} }),
  ...versions('radix', { 1: {}, 1.1: { 'radix-ui': 'radix-ui-1.1' } }),
  ...versions('react-aria', { 1: {}, 1.9: { 'react-aria-components': 'react-aria-components-1.9' } }),
  ...versions('react-select', { 5: {} }),
  ...versions('react-datepicker', { 9: {} }),
  ...versions('element-plus', { 2: {} }),
}
