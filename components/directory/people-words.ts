import type { DirectoryRole, MailFate, PeopleAnswer } from '../../lib/contracts/index.ts'
import { dayWords } from '../ui/dates.ts'
import type { Tone } from '../ui/tag.tsx'

type Outcome = PeopleAnswer['lines'][number]['outcome']

/** What happens with a line of a list, as a word with a tone. */
export const outcomeWords: Record<Outcome, { label: string; tone: Tone }> = {
  new: { label: 'Is added', tone: 'good' },
  present: { label: 'Is here already', tone: 'plain' },
  refused: { label: 'Has a fault', tone: 'look' },
}

export const countPeople = ({ lines }: PeopleAnswer, outcome: Outcome): number =>
  lines.filter((line) => line.outcome === outcome).length

/** What the list has done, and how the invitations reach the people. */
export function addedWords(answer: PeopleAnswer): string {
  const number = countPeople(answer, 'new')
  const peopleSentence = number === 1 ? '1 person was added.' : `${number} people were added.`
  return `${peopleSentence} ${mailWords[answer.mail](number)}`
}

const mailWords: Record<MailFate, (number: number) => string> = {
  sent: (number) =>
    number > 60
      ? `The invitations leave one a second, the last one in about ${Math.ceil(number / 60)} minutes.`
      : 'The invitations wait to be sent. The list says when each one has left.',
  kept: () => 'The invitations are in the inbox of the server’s own computer.',
  none: () => 'This server sends no emails. Copy a link for each person, and pass it on.',
}

type MailState = NonNullable<NonNullable<DirectoryRole['invitation']>['mail']>

const invitedWords: Record<MailState, string> = {
  waiting: 'the email waits to be sent',
  sent: 'the email was sent',
  failed: 'the email could not be delivered',
  kept: 'the email is in the server’s inbox',
  none: 'no email was sent',
}

/** When a person was invited, and where the mail is. Empty if this is not known. */
export const invitationWords = ({ invitation }: DirectoryRole): string =>
  invitation === undefined
    ? ''
    : `${dayWords(invitation.at)}${invitation.mail === undefined ? '' : `, ${invitedWords[invitation.mail]}`}`

/** What was done after one seat was offered, and where the mail is. */
const offeredMail: Record<MailState, string> = {
  waiting: 'The invitation waits to be sent.',
  sent: 'The invitation was sent.',
  failed: 'The invitation could not be delivered. Check the address, or copy the link and pass it on.',
  kept: 'The invitation is in the inbox of the server’s own computer.',
  none: 'This server sends no emails. Copy the link, and pass it on.',
}

export const offeredWords = ({ invitation }: DirectoryRole): string =>
  `The seat was saved. ${offeredMail[invitation?.mail ?? 'waiting']}`
