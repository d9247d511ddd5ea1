import { draftOf, emptySession } from '../../../components/panel/working-session.ts'
import * as data from './data.ts'
import {
  changedReading,
  earlierLayout,
  filledReading,
  formReading,
  irreversibleReading,
  layoutOfForm,
  moreReading,
  pageIds,
  partReading,
  rereadForm,
  unorderedPlan,
  unorderedReading,
} from './page-data.ts'
import { reportIds } from './report-data.ts'
import type { Shown } from './scenes.ts'

const button = (name: string) => ({ role: 'button', name })
const checkbox = (name: string) => ({ role: 'checkbox', name })
const radio = (name: string) => ({ role: 'radio', name })
const open = { page: { status: 'ready', reading: formReading } } as const
const changed = { page: { status: 'ready', reading: changedReading } } as const
const irreversible = { page: { status: 'ready', reading: irreversibleReading } } as const
const fill = { path: `/reports/${data.ids.report}/fill` } as const

const strangersReading = { ...formReading, patient: { name: 'Ines Varga', identifier: '004790' } }

const namesake = { name: data.maya.name, identifier: '', birthDate: '1950-11-30' }
const namesakesReading = { ...formReading, patient: namesake }

const typed = draftOf(
  { ...emptySession, text: 'Sleep is better, about six hours most nights.', patient: data.maya },
  data.email,
)
const ben = { name: 'Ben Ito', identifier: '004790' }
const apart = [{ text: 'The knee hurts since May.', patient: ben }]
const group = draftOf(
  {
    ...emptySession,
    text: [
      'Speaker 0: Welcome. Who would like to begin?',
      'Speaker 1: My name is Maya, and this week I walked every day before work.',
      'Speaker 2: I slept badly and I missed you all last time.',
    ].join('\n'),
    patient: null,
  },
  data.email,
)
const groupWithoutVoices = draftOf(
  { ...emptySession, text: 'Maya slept badly this week.\nInes walked every day.', patient: null },
  data.email,
)
const groupNamed = draftOf(
  {
    ...emptySession,
    text: ['Therapist: Welcome.', 'Anna: I slept badly.', 'Ben: I walk every day.', 'Anna: Work.', 'Ben: Yes.'].join(
      '\n',
    ),
    patient: null,
  },
  data.email,
)
const choosing = { path: '/choose', draft: typed } as const
const adding = { path: '/transcripts', shows: 'This file is about Maya Okafor', clicks: [button('Add a file')] }
const grouping = {
  path: '/choose',
  draft: group,
  clicks: [radio('Group process note'), button('Choose the people')],
} as const

const intoPage = { ...open, path: '/', focused: { fieldId: 'sleep', label: 'Sleep', caret: null } } as const
const dictate = [button('Dictate into the page')]
const finished = [...dictate, button('Finish and write')]

/**
 * Scenes with an open form: choosing and making a template, the fill, files that become transcripts, and group notes.
 */
export const pageScenes: Record<string, Shown> = {
  'session-apart': {
    path: '/',
    shows: 'Text about Ben Ito is kept apart',
    draft: draftOf({ ...emptySession, text: 'Slept six hours.', patient: data.maya, aside: apart }, data.email),
  },
  'session-only-apart': {
    path: '/',
    shows: 'Show this text',
    draft: draftOf({ ...emptySession, aside: apart }, data.email),
  },
  'session-replace': {
    path: '/',
    shows: 'Replace your session',
    draft: typed,
    clicks: [
      { role: 'combobox', name: 'Select an example session' },
      { role: 'option', name: 'Medication follow-up' },
    ],
  },
  'choose-form-new': { ...choosing, ...open, shows: 'Make a template from this form' },
  'choose-form-stranger': {
    ...choosing,
    shows: 'Make a template from this form',
    page: { status: 'ready', reading: strangersReading },
  },
  'choose-form-namesake': {
    ...choosing,
    shows: 'Make a template from this form',
    page: { status: 'ready', reading: namesakesReading },
  },
  'choose-form-making': {
    ...choosing,
    ...open,
    shows: 'Chartside had to guess the name of one field',
    clicks: [button('Check the fields')],
  },
  'choose-form-known': { ...choosing, ...open, shows: 'fits this form', moreLayouts: [layoutOfForm] },
  'choose-form-fields': {
    ...choosing,
    ...open,
    shows: 'Dynamic Fields',
    moreLayouts: [layoutOfForm],
    clicks: [
      { role: 'switch', name: 'Also write answers for the fields of this form' },
      { role: 'button', name: 'Show and edit these fields' },
    ],
  },
  'choose-form-earlier': {
    ...choosing,
    page: { status: 'ready', reading: rereadForm },
    shows: 'fits this form',
    moreLayouts: [earlierLayout],
  },
  'recording-fitting': {
    path: '/',
    ...open,
    shows: 'Finish and write the note',
    moreLayouts: [layoutOfForm],
    recording: data.recording,
  },
  'choose-form-taken': {
    ...choosing,
    ...open,
    shows: 'This template is chosen',
    moreLayouts: [layoutOfForm],
    clicks: [button('Show all 5 values')],
  },
  'choose-form-changed': {
    ...choosing,
    ...changed,
    shows: 'Use it anyway',
    moreLayouts: [layoutOfForm],
    clicks: [button('Use this template')],
  },
  'templates-form': { path: '/templates', ...open, shows: 'Make a template from this form' },
  'group-without-voices': {
    ...grouping,
    draft: groupWithoutVoices,
    shows: 'such as “Maya slept badly.”',
    clicks: [...grouping.clicks],
  },
  'group-named': {
    ...grouping,
    draft: groupNamed,
    shows: 'Anna, as in the transcript',
    clicks: [...grouping.clicks],
  },
  'group-people': { ...grouping, shows: 'Who was in the group?', clicks: [...grouping.clicks] },
  'group-untold': {
    path: '/choose',
    shows: 'does not show who said what',
    draft: typed,
    clicks: [radio('Group process note'), button('Choose the people')],
  },
  'fill-form': { ...fill, ...open, shows: '4–5 hrs, poor' },
  'fill-again': { ...fill, page: { status: 'ready', reading: filledReading }, shows: 'Chartside filled 2 fields' },
  'fill-saved': {
    ...fill,
    ...open,
    plan: data.plan,
    shows: '1 field kept, 1 changed by the page, 1 not shown.',
    clicks: [button('Fill 3 fields'), button('Fill anyway'), button('Check the page again')],
  },
  'dictate-listening': { ...intoPage, shows: 'Finish and write', clicks: dictate },
  'dictate-written': { ...intoPage, shows: 'Written, and checked on the page', clicks: finished },
  'dictate-unwritten': {
    ...intoPage,
    unkept: true,
    shows: 'Your words are kept in the text of the session.',
    clicks: finished,
  },
  'dictate-refused': {
    ...intoPage,
    focused: 'password',
    shows: 'does not dictate into password fields',
    clicks: dictate,
  },
  'dictate-nameless': {
    ...intoPage,
    page: { status: 'ready', reading: { ...formReading, patient: null } },
    shows: 'Type the patient’s name to continue',
    clicks: dictate,
  },
  'fill-day-order': {
    ...fill,
    page: { status: 'ready', reading: unorderedReading },
    plan: unorderedPlan,
    shows: 'Choose once for',
  },
  'fill-undecided': { ...open, path: `/reports/${reportIds.undecided}/fill`, shows: 'without a certain answer' },
  'fill-changed': { ...fill, ...changed, shows: 'This form has changed' },
  'fill-more': { ...fill, page: { status: 'ready', reading: moreReading }, shows: 'that the template does not have' },
  'fill-irreversible': { ...fill, ...irreversible, shows: 'the choice cannot be removed later' },
  'fill-irreversible-ticked': {
    ...fill,
    ...irreversible,
    shows: 'Fill 1 field in Kipu',
    clicks: [checkbox('Mood')],
  },
  'fill-irreversible-asking': {
    ...fill,
    ...irreversible,
    shows: 'Fill permanently',
    clicks: [button('Fill Mood alone'), button('Fill anyway')],
  },
  'fill-irreversible-done': {
    ...fill,
    ...irreversible,
    shows: 'Undo does not change this field',
    clicks: [checkbox('Mood'), button('Fill 1 field'), button('Fill anyway')],
  },
  'fill-irreversible-undone': {
    ...fill,
    ...irreversible,
    shows: 'Mood stays, filled permanently',
    clicks: [checkbox('Mood'), button('Fill 1 field'), button('Fill anyway'), button('Undo')],
  },
  'fill-pages': { ...fill, page: { status: 'ready', reading: partReading }, shows: 'This field is on the page' },
  'choose-form-pages': {
    ...choosing,
    shows: '2 of 3 pages',
    page: { status: 'ready', reading: partReading },
    clicks: [button('Check the fields')],
  },
  'fill-changed-asking': {
    ...fill,
    ...changed,
    shows: 'Fill anyway',
    clicks: [button('Fill 1 field')],
  },
  'fill-unkept': {
    ...fill,
    ...open,
    shows: 'Enter the value by hand',
    unkept: true,
    clicks: [button('Fill 1 field'), button('Fill anyway')],
  },
  'fill-stranger': {
    ...fill,
    shows: 'Nothing was written',
    page: { status: 'ready', reading: strangersReading },
  },
  'fill-namesake': {
    ...fill,
    shows: 'Nothing was written',
    page: { status: 'ready', reading: namesakesReading },
  },
  'fill-chartless': { path: `/reports/${pageIds.chartless}/fill`, ...open, shows: 'This note is about Maya Okafor' },
  'fill-nameless': {
    ...fill,
    shows: 'does not show whose chart it is',
    page: { status: 'ready', reading: { ...partReading, patient: null } },
  },
  'recording-namesake': {
    path: '/',
    shows: 'This recording still belongs to',
    recording: data.recording,
    page: { status: 'ready', reading: namesakesReading },
  },
  'note-dynamic': { path: `/reports/${pageIds.dynamic}`, shows: 'from the page' },
  'file-adding': adding,
  'file-read': { ...adding, widths: [360], file: 'read' },
  'file-refused': { ...adding, widths: [360], file: 'refused' },
  'file-never': { ...adding, widths: [360], file: 'never' },
  'file-picture': { path: `/transcripts/${pageIds.picture}`, shows: 'The picture is being read.', file: 'waits' },
  'file-sound': { path: `/transcripts/${pageIds.sound}`, shows: 'The sound is being transcribed.' },
  'file-partly-read': { path: `/transcripts/${pageIds.partlyRead}`, shows: 'Page 2 has a picture' },
  'file-stored': { path: `/transcripts/${pageIds.stored}`, shows: 'can be read again' },
  'file-reading-again': {
    path: `/transcripts/${pageIds.partlyRead}`,
    shows: 'is replaced as soon as new words are read',
    clicks: [button('Try again')],
  },
  'file-unread': { path: `/transcripts/${pageIds.unread}`, shows: 'Nothing is said in this file' },
}
