/**
 * The values of each mail. The text of a mail is fixed: callers give values, never text with markup (product 12.17).
 */
export interface MailValues {
  code: { code: string }
  /** Somebody requested a code to sign in without a password, but this account needs both the password and a code. */
  'password-needed': Record<string, never>
  /** Somebody requested a new account with an email address that already has an account. */
  'already-registered': Record<string, never>
  invitation: { directory: string; role: string; link?: string }
  'sign-up': { link: string }
  /** The same link, after too many requests for a new account with this email address. One mail serves all of them. */
  'sign-up-shared': { link: string }
  /**
   * Instructions for beginners. A person sends this mail to the person's own address, or to members of the directory.
   */
  'getting-started': Record<string, never>
  /**
   * A member of the directory asks for more credits. The mail goes to the people who manage the directory's licences.
   */
  'license-limit': { directory: string; person: string }
  /** A payment for the subscription of a directory failed. */
  'payment-failed': { directory: string }
  /**
   * The administrators of a directory paid for two subscriptions, so the server ended the second one. `returned`:
   * whether the second payment was refunded.
   */
  'paid-twice': { directory: string; returned: 'yes' | 'no' }
  'password-changed': Record<string, never>
  'identity-linked': { provider: string }
  'identity-unlinked': { provider: string }
  /** Sent to the old address after a change of the email address. */
  'email-changed': { newEmail: string }
  'second-factor-reset': Record<string, never>
  'phone-added': Record<string, never>
  'phone-removed': Record<string, never>
}

export type MailTemplate = keyof MailValues

export type Mail = {
  [Template in MailTemplate]: {
    to: string
    template: Template
    values: MailValues[Template]
    /** After this time the mail is useless and is not sent any more. Absent: the mail never becomes useless. */
    uselessAfter?: Date
  }
}[MailTemplate]

interface Words {
  subject: string
  /** One text for each paragraph. */
  paragraphs: string[]
}

const notYou = 'If this was not you, change your password now, and tell the administrator of your organisation.'

const templates: { [Template in MailTemplate]: (values: MailValues[Template]) => Words } = {
  code: ({ code }) => ({
    subject: 'Your Chartside code',
    paragraphs: [
      `Your code is ${code}`,
      'Enter this code in Chartside within 10 minutes. The code can be used once. Do not give the code to anybody: nobody from Chartside will ask you for it.',
      'If you did not ask for a code, ignore this email.',
    ],
  }),
  'password-needed': () => ({
    subject: 'Signing in to Chartside',
    paragraphs: [
      'Somebody tried to sign in to your account with only a code. This does not work, because your account needs both the password and a code.',
      'Sign in with your email and your password. If you did not ask for a code, ignore this email.',
    ],
  }),
  'already-registered': () => ({
    subject: 'You already have a Chartside account',
    paragraphs: [
      'Somebody asked for a new Chartside account with this email address. There is already an account with this address.',
      'Sign in instead. If you do not know the password any more, choose "Forgot password?" on the sign-in page. If you did not ask for an account, ignore this email.',
    ],
  }),
  invitation: ({ directory, role, link }) => ({
    subject: `Invitation to ${oneLine(directory)}`,
    paragraphs: [
      `The organisation "${oneLine(directory)}" invites you to use Chartside as "${oneLine(role)}".`,
      ...(link === undefined
        ? []
        : ['If you have no Chartside account, open this page within 14 days. You can use this link once:', link]),
      `${link === undefined ? 'Sign' : 'If you have an account, sign'} in to Chartside with this email address. There you can accept or decline the invitation.`,
    ],
  }),
  'sign-up': ({ link }) => ({
    subject: 'Create your Chartside account',
    paragraphs: [
      'Open this page to create your account:',
      link,
      'If you did not ask for an account, ignore this email.',
    ],
  }),
  'sign-up-shared': ({ link }) => ({
    subject: 'Create your Chartside account',
    paragraphs: [
      'Many mails for a new account with this email address were requested within an hour, perhaps by somebody else. No more codes are sent in this hour. This one link serves all requests, also yours. Open this page to create your account:',
      link,
      'If you did not ask for an account, ignore this email. Nobody can create an account with this address without this mailbox.',
    ],
  }),
  'getting-started': () => ({
    subject: 'Getting started with Chartside',
    paragraphs: [
      'Chartside listens to a visit, writes the note, and fills in the form in the chart of the patient.',
      'Open the chart of a patient and click the Chartside button in the toolbar of your browser. Sign in, allow the microphone, and press "Record session". When the visit is over, press "Finish", choose a template, and read the note. Then fill it into the chart.',
      'Tell your patient before you record.',
    ],
  }),
  'license-limit': ({ directory, person }) => ({
    subject: `More credits for ${oneLine(directory)}`,
    paragraphs: [
      `${oneLine(person)} asks for more Chartside credits for the organisation "${oneLine(directory)}".`,
      'You get this email because you manage the licences of this organisation.',
    ],
  }),
  'payment-failed': ({ directory }) => ({
    subject: `A payment for ${oneLine(directory)} failed`,
    paragraphs: [
      `The payment for the Chartside subscription of the organisation "${oneLine(directory)}" failed.`,
      'The payment will be tried again during the next few days. If you have a new card, open Chartside, choose the subscription of your organisation, and change the payment method. If every attempt fails, the licence ends.',
      'You get this email because you manage the licences of this organisation.',
    ],
  }),
  'paid-twice': ({ directory, returned }) => ({
    subject: `One of two subscriptions of ${oneLine(directory)} was ended`,
    paragraphs: [
      `Two subscriptions were paid for the organisation "${oneLine(directory)}". The second subscription was ended immediately. The first subscription continues.`,
      returned === 'yes'
        ? 'You will get the second payment back. This can take a few days.'
        : 'You paid twice, and the payment service could not refund the second payment. Ask the administrator of this Chartside server to refund it.',
      'You get this email because you manage the licences of this organisation.',
    ],
  }),
  'password-changed': () => ({
    subject: 'Your Chartside password was changed',
    paragraphs: ['The password of your account was changed. Every device was signed out.', notYou],
  }),
  'identity-linked': ({ provider }) => ({
    subject: `You can now sign in to Chartside with ${provider}`,
    paragraphs: [
      `A ${provider} account was linked to your Chartside account. From now on, you can sign in with this account.`,
      'If this was not you, tell the administrator of your organisation immediately.',
    ],
  }),
  'identity-unlinked': ({ provider }) => ({
    subject: `You can no longer sign in to Chartside with ${provider}`,
    paragraphs: [`The ${provider} account was removed from your Chartside account.`, notYou],
  }),
  'email-changed': ({ newEmail }) => ({
    subject: 'Your Chartside email address was changed',
    paragraphs: [
      `Your account now has the email address ${oneLine(newEmail)}. The address to which this email was sent is no longer used.`,
      notYou,
    ],
  }),
  'second-factor-reset': () => ({
    subject: 'Two-step sign-in was turned off for your Chartside account',
    paragraphs: [
      'An administrator has turned off two-step sign-in for your account and has signed you out on every device. Sign in with your password, then turn on two-step sign-in again.',
      'If you did not ask for this, change your password now, and tell the administrator of your organisation.',
    ],
  }),
  'phone-added': () => ({
    subject: 'A phone number was added to your Chartside account',
    paragraphs: [
      'A phone number was added to your account. You can sign in with this phone number and your password.',
      notYou,
    ],
  }),
  'phone-removed': () => ({
    subject: 'The phone number was removed from your Chartside account',
    paragraphs: ['The phone number of your account was removed.', notYou],
  }),
}

export const mailTemplates = Object.keys(templates) as [MailTemplate, ...MailTemplate[]]

const longestName = 100

/**
 * Converts a name that a person has typed, such as the name of an organisation, to one line without links. Otherwise a
 * name with a line break could add a header to the mail, and a name with `://` could show a link that seems to come
 * from Chartside.
 */
function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('://', ' ')
    .trim()
  return line.length > longestName ? `${line.slice(0, longestName)}…` : line
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

export function writeMail<Template extends MailTemplate>(template: Template, values: MailValues[Template]) {
  const { subject, paragraphs } = templates[template](values)
  const allParagraphs = [...paragraphs, 'Chartside']
  return {
    subject,
    text: `${allParagraphs.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${allParagraphs.map((text) => `<p>${escaped(text)}</p>`).join('')}</body></html>`,
  }
}
