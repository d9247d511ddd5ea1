/**
 * The values of each text message. Callers give only values, never text: the text is fixed, like that of a mail
 * (product 12.17).
 */
export interface TextValues {
  code: { code: string }
  /** Somebody requested a new account with a phone number that already has an account. */
  'already-registered': Record<string, never>
  'sign-in-changed': Record<string, never>
  'password-needed': Record<string, never>
  /**
   * Somebody requested a new password with a code by text message. The server refuses this, because the phone is also
   * the second factor. The password and the second factor would then depend on the same phone.
   */
  'password-by-email': Record<string, never>
  /** Somebody wants to add the number of this account to another account. */
  'phone-taken': Record<string, never>
}

export type TextTemplate = keyof TextValues

/** A text message to send. `to` is a phone number in E.164 format, such as `+12025550123`. */
export type TextMessage = {
  [Template in TextTemplate]: {
    to: string
    template: Template
    values: TextValues[Template]
    uselessAfter?: Date
  }
}[TextTemplate]

const ignore = 'If this was not you, ignore this message.'

// Each text has at most 160 characters. A longer text would be split, and each part would be charged as a message.
const templates: { [Template in TextTemplate]: (values: TextValues[Template]) => string } = {
  code: ({ code }) =>
    `Your Chartside code is ${code}. It is valid for 10 minutes. Do not share it: nobody from Chartside asks for it.`,
  'already-registered': () =>
    `Chartside: there is already an account with this number. Sign in with this number. ${ignore}`,
  'sign-in-changed': () =>
    'Chartside: the way you sign in was changed. If this was not you, change your password now, and tell your administrator.',
  'password-needed': () =>
    `Chartside: your account needs the password and a code. Sign in with your password first. Then you get a code. ${ignore}`,
  'password-by-email': () =>
    `Chartside: this phone gets your sign-in codes, so it cannot reset your password. Ask for a new password by email. ${ignore}`,
  'phone-taken': () =>
    `Chartside: somebody wants to add this number to another account, but it belongs to your account. ${ignore}`,
}

export const textTemplates = Object.keys(templates) as [TextTemplate, ...TextTemplate[]]

export const writeText = <Template extends TextTemplate>(template: Template, values: TextValues[Template]): string =>
  templates[template](values)
