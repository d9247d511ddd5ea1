export interface AttemptLimits {
  freePerPair: number
  perEmail: number
  /**
   * Maximum number of failed sign-ins from one IP address, for all emails, within `windowSeconds`. A whole clinic may
   * share an IP address, so the limit is high.
   */
  perAddress: number
  windowSeconds: number
  longestWaitSeconds: number
  /**
   * Maximum number of public calls from one IP address in a minute, on one server. A call with which a person signs in
   * or renews the session does not count.
   */
  strangerCallsPerMinute: number
  /**
   * Maximum number of calls in a minute with which one person signs in or renews the session and that do not count for
   * the IP address, on one server. Without it, one account could repeat the expensive check of its password without end.
   */
  provenCallsPerPerson: number
  /**
   * Maximum number of codes that one IP address may request in an hour for one email or phone. The count is reset when
   * one of the codes is entered.
   */
  codesPerPair: number
  /**
   * Maximum number of codes that are sent to one email or phone in an hour, for all IP addresses from which the person
   * has not signed in. The count is reset when one of the codes is entered.
   */
  codesPerEmail: number
  /**
   * Maximum number of codes that one IP address may request in an hour by email, for all people who have not signed in
   * from it. A code that is entered from this IP address gives its point back.
   */
  codesPerAddress: number
  /** The same for codes by text message, each of which costs money. */
  textsPerAddress: number
  /**
   * Maximum number of mails that a person may send in a day to the person's own address or to other people (product
   * 12.17). The text of these mails is fixed.
   */
  mailsPerPerson: number
  /**
   * Maximum number of text messages to new numbers that a signed-in person may cause in a day. Each message costs
   * money.
   */
  textsPerPerson: number
  invitationsPerPerson: number
  /**
   * Maximum number of calls of a person per minute that start a generation. Each generation may cost money (product
   * 7.16).
   */
  expensivePerPerson: number
  /**
   * Maximum number of calls per minute that start a generation, for all keys and customer tokens of a developer
   * organisation together.
   */
  expensivePerAccess: number
  /**
   * Limit of the developer API's rate call (product 12.24): units of one type per minute, for a developer organisation
   * or for one of its customers.
   */
  ratePerMinute: number
}

export const attemptLimits: AttemptLimits = {
  freePerPair: 5,
  perEmail: 50,
  perAddress: 300,
  windowSeconds: 15 * 60,
  longestWaitSeconds: 15 * 60,
  strangerCallsPerMinute: 1200,
  provenCallsPerPerson: 60,
  codesPerPair: 5,
  codesPerEmail: 15,
  codesPerAddress: 100,
  textsPerAddress: 30,
  mailsPerPerson: 20,
  textsPerPerson: 10,
  invitationsPerPerson: 100,
  expensivePerPerson: 120,
  expensivePerAccess: 1200,
  ratePerMinute: 1200,
}
