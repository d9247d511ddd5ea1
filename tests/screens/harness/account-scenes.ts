import * as data from './data.ts'
import type { Shown } from './scenes.ts'

const button = (name: string) => ({ role: 'button', name })
const inDialog = (name: string) => ({ ...button(name), inDialog: true })
const typed = (name: string, types: string) => ({ role: 'textbox', name, types })
const out = { path: '/', account: { status: 'signed-out', ended: false } } as const
const byPhone = button('Use your phone instead')
const phone = typed('Phone number', data.phone)
const password = typed('Your password', data.password)

/** Scenes of signing in by phone, and of the signed-in user's account. */
export const accountScenes: Record<string, Shown> = {
  'sign-in-phone': { ...out, shows: 'Use your email instead', waitsFor: 'img[width="26"]', clicks: [byPhone] },
  'sign-in-phone-wrong': {
    ...out,
    shows: 'The phone number or the password is wrong',
    waitsFor: 'img[width="26"]',
    clicks: [byPhone, phone, typed('Password', 'not this one'), button('Sign in')],
  },
  'sign-in-phone-partial': {
    ...out,
    shows: 'Enter the whole phone number',
    waitsFor: 'img[width="26"]',
    clicks: [byPhone, typed('Phone number', '+1202555'), typed('Password', 'x')],
  },
  'sign-in-phone-second-factor': {
    ...out,
    shows: 'your email address',
    clicks: [byPhone, phone, typed('Password', data.password), button('Sign in')],
  },
  'sign-in-phone-countries': {
    ...out,
    shows: 'Afghanistan +93',
    waitsFor: '[role="option"] img[width="26"]',
    clicks: [byPhone, { role: 'combobox', name: 'Country' }],
  },
  'new-password-phone': {
    ...out,
    shows: 'Choose a new password',
    clicks: [button('Forgot password?'), byPhone, phone, button('Send a code')],
  },
  'you-style': { path: '/you', shows: 'A built-in text', clicks: [button('Change the writing style')] },
  'you-style-set': {
    path: '/you',
    shows: 'Written by the language model',
    clicks: [
      button('Change the writing style'),
      typed('Phrases that no note may contain', 'non-compliant'),
      typed('Spelling of terms', 'Okafor'),
      button('Ask the language model'),
    ],
  },
  'you-style-saved': {
    path: '/you',
    shows: 'Forbidden phrases',
    clicks: [
      button('Change the writing style'),
      typed('Phrases that no note may contain', 'non-compliant'),
      inDialog('Save'),
    ],
  },
  'you-phone': { path: '/you', shows: '+1 202 555 0143', phone: true, factor: 'phone' },
  'phone-add': { path: '/you', shows: 'Send a code', waitsFor: 'img[width="26"]', clicks: [button('Add a phone')] },
  'phone-code': {
    path: '/you',
    shows: 'A text message with a code',
    clicks: [button('Add a phone'), phone, password, inDialog('Send a code')],
  },
  'phone-code-wrong': {
    path: '/you',
    shows: data.wrongCode,
    clicks: [
      button('Add a phone'),
      phone,
      password,
      inDialog('Send a code'),
      typed('Code', '000000'),
      inDialog('Add phone'),
    ],
  },
  'phone-remove': { path: '/you', shows: 'no longer sign in', phone: true, clicks: [button('Remove the phone')] },
  'second-factor-choice': {
    path: '/you',
    shows: 'As a text message',
    phone: true,
    clicks: [button('Turn on two-step sign-in')],
  },
  'second-factor-change': {
    path: '/you',
    shows: 'Change two-step sign-in',
    phone: true,
    factor: 'phone',
    clicks: [button('Change two-step sign-in')],
  },
  'second-factor-off': {
    path: '/you',
    shows: 'you sign in with your password only',
    factor: 'email',
    clicks: [button('Turn off two-step sign-in')],
  },
  'alternative-email': {
    path: '/you',
    shows: 'Send a code',
    clicks: [button('Add the alternative email')],
  },
  'email-change': { path: '/you', shows: 'New email', clicks: [button('Change the email')] },
  'email-code': {
    path: '/you',
    shows: 'the email contains no code and says so',
    clicks: [
      button('Change the email'),
      typed('New email', 'ruth.calder-henderson@northern-county.clinic.example'),
      password,
      inDialog('Send a code'),
    ],
  },
  'email-held-up': {
    path: '/you',
    shows: 'under your old email address: a transcript',
    unsentWork: true,
    clicks: [button('Change the email'), typed('New email', 'ruth@clinic.example'), password, inDialog('Send a code')],
  },
  'password-change': {
    path: '/you',
    shows: 'you are signed out on every device',
    clicks: [button('Change the password')],
  },
  'account-delete': { path: '/you', shows: 'to continue', clicks: [button('Delete the account')] },
  'account-delete-refused': {
    path: '/you',
    shows: 'The password is wrong.',
    clicks: [
      button('Delete the account'),
      typed('Your password', 'not this one'),
      typed('Type “delete my account” to continue', 'delete my account'),
      inDialog('Delete account'),
    ],
  },
}
