import { draftOf, emptySession } from '../../../components/panel/working-session.ts'
import * as data from './data.ts'
import { reportIds } from './report-data.ts'
import type { Shown } from './scenes.ts'

const button = (name: string) => ({ role: 'button', name })
const item = (name: string) => ({ role: 'menuitem', name })
const widths = [360, 600, 1200]
const doubtful = { path: `/reports/${reportIds.doubtful}`, widths } as const
const undecided = { path: `/reports/${reportIds.undecided}`, widths } as const
const report = { path: `/reports/${data.ids.report}`, widths } as const

const [sleep] = data.report.results.filter(({ id }) => id === 'sleep')
const unsaved = draftOf(emptySession, data.email, {
  [data.ids.report]: { sleep: { base: sleep?.value ?? [], value: ['Sleeps seven hours. Typed and not saved.'] } },
})
const changedSince = draftOf(emptySession, data.email, {
  [data.ids.report]: { sleep: { base: ['Slept badly.'], value: ['Typed on top of an older note.'] } },
})

/** Scenes of a note and of everything that can be done with it. */
export const reportScenes: Record<string, Shown> = {
  'note-doubtful': { ...doubtful, shows: 'gave no answer that can be used' },
  'note-long-names': { path: `/reports/${reportIds.longNames}`, widths, shows: 'gave no answer that can be used' },
  'note-sign': {
    ...doubtful,
    shows: 'still open',
    clicks: [button('Accept Suicidal ideation'), button('Sign…')],
  },
  'note-wrong-sign': { ...doubtful, shows: 'may be wrong', clicks: [button('Sign…')] },
  'note-evidence': { ...doubtful, shows: 'You, turn 1', clicks: [button('1 quote for Dose today')] },
  'note-sentences': {
    path: `/reports/${reportIds.sentences}`,
    widths,
    shows: '23:41',
    clicks: [button('1 quote for “Sleeps about six hours most nights.”')],
  },
  'note-conditional': {
    path: `/reports/${reportIds.conditional}`,
    widths,
    shows: 'did not hold when the note was written',
    clicks: [button('Edit Suicidal ideation'), { role: 'radio', name: 'Yes' }, button('Save')],
  },
  'note-undecided': { ...undecided, shows: 'Mentioned: choose.' },
  'note-undecided-chosen': {
    ...undecided,
    shows: 'Changed just now',
    clicks: [button('No: answer for Suicidal ideation')],
  },
  'note-undecided-ticking': {
    ...undecided,
    shows: 'Cancel',
    clicks: [button('Worry: answer for Symptoms')],
    waitsFor: 'input:checked',
  },
  'note-undecided-sign': { ...undecided, shows: 'have no answer yet', clicks: [button('Sign…')] },
  'note-undecided-history': {
    ...undecided,
    shows: 'Extracts, written by no AI',
    clicks: [button('Leave empty: Mood'), button('More actions for this note'), item('History')],
    waitsFor: 'ol li + li',
  },
  'note-extracts-signed': { path: `/reports/${reportIds.signedExtracts}`, widths, shows: 'Signed by' },
  'note-turn': {
    path: `/reports/${reportIds.sentences}/transcript/${data.ids.transcript}/3`,
    widths,
    shows: 'since the spring',
  },
  'note-edit-table': { ...report, shows: 'Add a row', clicks: [button('Edit Medication')] },
  'note-edit-choice': { ...report, shows: 'Clear the choice', clicks: [button('Edit Mood')] },
  'note-rewrite-menu': { ...doubtful, shows: 'Plainer', clicks: [button('Rewrite Sleep')] },
  'note-rewrite-words': {
    ...doubtful,
    shows: 'How should this field change?',
    clicks: [button('Rewrite Sleep'), item('Describe what to change…')],
  },
  'note-rewriting': {
    ...doubtful,
    shows: 'Writing Sleep...',
    rewriting: 'never',
    layouts: 'never',
    clicks: [button('Rewrite Sleep'), item('Shorter')],
  },
  'note-rewritten': {
    ...doubtful,
    shows: 'Changed just now',
    clicks: [button('Rewrite Sleep'), item('Shorter')],
  },
  'note-rewrite-failed': {
    ...doubtful,
    shows: 'the old text was kept',
    rewriting: 'fails',
    clicks: [button('Rewrite Sleep'), item('Fuller')],
  },
  'note-adding': {
    ...report,
    shows: 'Add it to',
    clicks: [button('Add to note: “I stopped taking the propranolol last week.”')],
  },
  'note-of-colleague': { ...report, shows: 'Only the author can change', ofColleague: 'reader' },
  'note-to-sign': { ...report, shows: 'Sign…', ofColleague: 'signer' },
  'reports-of-colleague': { path: '/reports', widths, shows: 'Note of', ofColleague: 'reader' },
  'note-menu': { ...report, shows: 'Copy as Markdown', clicks: [button('More actions for this note')] },
  'note-history': {
    ...doubtful,
    shows: 'Written by AI',
    clicks: [button('Rewrite Sleep'), item('Shorter'), button('More actions for this note'), item('History')],
    waitsFor: 'ol li + li',
  },
  'note-unanswered': { path: `/reports/${reportIds.unanswered}`, widths, shows: '2 fields were not answered' },
  'note-signed': { path: `/reports/${reportIds.signed}`, widths, shows: 'Signed by' },
  'note-unlock': {
    path: `/reports/${reportIds.signed}`,
    widths,
    shows: 'Your reason stays',
    clicks: [button('Unlock…')],
  },
  'note-delete': {
    ...report,
    shows: 'cannot be undone',
    clicks: [button('More actions for this note'), item('Delete…')],
  },
  'note-unsaved': { ...report, shows: 'not saved', draft: unsaved, waitsFor: '[contenteditable="true"]' },
  'note-changed': { ...report, shows: 'Changed meanwhile', draft: changedSince, waitsFor: '[contenteditable="true"]' },
  'note-rich-editing': {
    ...doubtful,
    shows: 'Cancel',
    waitsFor: '[contenteditable="true"]',
    clicks: [button('Edit Plan')],
  },
  'note-meanwhile': { ...report, shows: 'Left empty', changedMeanwhile: true },
  'note-slow': { path: `/reports/${reportIds.slow}`, widths, shows: 'longer than usual', layouts: 'never' },
  'reports-deleting': {
    path: '/reports',
    widths,
    shows: 'cannot be undone',
    clicks: [button('Delete DAP note')],
  },
}
