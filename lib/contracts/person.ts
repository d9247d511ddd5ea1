/**
 * The account that is signed in. `userId`: absent if the session was issued by a server that does not send it. `email`:
 * in lower case. The person can change it.
 */
export interface Person {
  email: string
  userId?: string
}

/** Returns the text that stored work names as its owner: the person's user id or, if it is not known, the email. */
export const ownerOf = ({ userId, email }: Person): string => userId ?? email

/**
 * Returns true if `owner` names this person. Earlier versions stored the email as owner, so the present email counts
 * too.
 */
export const isOwner = (owner: string, { userId, email }: Person): boolean =>
  owner !== '' && (owner === userId || owner === email)

export const samePerson = (one: Person, otherPerson: Person): boolean =>
  one.userId !== undefined && otherPerson.userId !== undefined
    ? one.userId === otherPerson.userId
    : one.email === otherPerson.email
