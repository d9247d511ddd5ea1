import type { EgressKind } from './kinds.ts'

/**
 * The categories of sent data. `chrome`: the name of the category in the form of the Chrome Web Store. `firefox`: its
 * name in the manifest for Firefox.
 */
export const dataCategories = {
  health: { chrome: 'Health information', firefox: 'healthInfo' },
  person: { chrome: 'Personally identifiable information', firefox: 'personallyIdentifyingInfo' },
  authentication: { chrome: 'Authentication information', firefox: 'authenticationInfo' },
  website: { chrome: 'Website content', firefox: 'websiteContent' },
} as const
export type DataCategory = keyof typeof dataCategories

interface LabelLine {
  what: string
  why: string
  to: 'server' | 'provider' | 'page'
  categories: readonly DataCategory[]
}

export const privacyLabel: Record<EgressKind, LabelLine> = {
  sound: {
    what: 'The sound of a recording that you started, and the name and the chart number of its patient. Some speech engines also get the names of the patient and the clinician, and the names of medicines from the open form',
    why: 'to write down what was said',
    to: 'server',
    categories: ['health', 'person', 'website'],
  },
  words: {
    what: 'The transcript or typed text of a session',
    why: 'to write the note',
    to: 'server',
    categories: ['health', 'person'],
  },
  files: {
    what: 'Files that you add',
    why: 'to read the text or the speech in these files',
    to: 'server',
    categories: ['health', 'person'],
  },
  notes: {
    what: 'Notes, and the fields and values of the open form that are needed for a note',
    why: 'to write, change and keep notes',
    to: 'server',
    categories: ['health', 'person', 'website'],
  },
  templates: {
    what: 'Templates. If you make a template from a form: also the labels of that form',
    why: 'to keep templates',
    to: 'server',
    categories: ['website'],
  },
  keys: {
    what: 'Encrypted copies of the keys that open your recordings',
    why: 'to open or erase a recording',
    to: 'server',
    categories: [],
  },
  'sign-in': {
    what: 'Email address or phone number, password and codes',
    why: 'to sign you in',
    to: 'server',
    categories: ['person', 'authentication'],
  },
  account: { what: 'Your account', why: 'to show and change your account', to: 'server', categories: ['person'] },
  organisation: {
    what: 'Your organisation and its members',
    why: 'to show and change the organisation and its members',
    to: 'server',
    categories: ['person'],
  },
  administration: {
    what: 'Data that an administrator looks up or changes in the portal',
    why: 'to run the server',
    to: 'server',
    categories: ['person'],
  },
  developer: {
    what: 'No data: the Chartside extension never sends requests of this kind',
    why: '',
    to: 'server',
    categories: [],
  },
  'site-rules': {
    what: 'A request for the rules with which pages of an EHR are read',
    why: 'to read a form',
    to: 'server',
    categories: [],
  },
  ticket: {
    what: 'A request to begin a recording, with the patient’s agreement as you confirmed it',
    why: 'to record a visit',
    to: 'server',
    categories: ['health', 'authentication'],
  },
  check: {
    what: 'A check whether the server answers',
    why: 'to show whether the server can be used',
    to: 'server',
    categories: [],
  },
  portal: {
    what: 'The address of the portal, with a secret that signs you in once',
    why: 'to sign you in to the portal',
    to: 'server',
    categories: ['authentication'],
  },
  provider: {
    what: 'The address of the sign-in page of Google, Microsoft or Apple, if you choose to sign in there',
    why: 'to sign you in',
    to: 'provider',
    categories: ['authentication'],
  },
  page: {
    what: 'The values that you fill into the open page',
    why: 'to fill the form',
    to: 'page',
    categories: ['health', 'person', 'website'],
  },
  other: {
    what: 'A request that Chartside does not recognise',
    why: 'for an unknown purpose; “Where your data went” lists it as “other requests”',
    to: 'server',
    categories: [],
  },
}

export const sentCategories = (): DataCategory[] => {
  const labelCategories = new Set(Object.values(privacyLabel).flatMap(({ categories }) => categories))
  return (Object.keys(dataCategories) as DataCategory[]).filter((category) => labelCategories.has(category))
}
