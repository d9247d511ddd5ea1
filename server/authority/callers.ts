import type { AccessPermission, DirectoryPermission, TokenScope } from '../../lib/contracts/index.ts'

/** A signed-in person, and the IP address of the request. */
export interface Person {
  kind: 'person'
  userId: string
  email: string
  admin: boolean
  /** Id of the session family: the session of one signed-in device. */
  familyId: string
  expiresAt: Date
  /** True if a refresh has replaced this access token by a newer one. */
  tokenReplaced: boolean
  /** The directory in which the person acts. Null: no directory. */
  directory: { id: string; permissions: readonly DirectoryPermission[] } | null
  /** The administrator who acts as this person. Null: no administrator acts as this person. */
  administratorId: string | null
  address: string
}

/** A signed-in member of the developer organisation that the path names. */
export interface Member extends Person {
  access: { id: string; permission: AccessPermission }
}

/** A key of a developer organisation. */
export interface ApiKey {
  kind: 'key'
  keyId: string
  accessId: string
  name: string
  /** True for a key of the sandbox. Such a key can only reach customers of the sandbox. */
  test: boolean
  expiresAt: Date | null
  address: string
}

/** A developer organisation that acts for one of its customers, or for one user of the customer. */
export interface Customer {
  kind: 'customer'
  accessId: string
  /** The key that acts. Null: a member acts, see `actingUserId`. */
  keyId: string | null
  /** The member of the developer organisation who acts. Null: a key acts. */
  actingUserId: string | null
  /** The administrator who acts as this member. Null: no administrator acts as this member, or a key acts. */
  administratorId: string | null
  customerId: string
  customerIdentifier: string
  /** The user of the customer. Null: the call acts for the customer as a whole. */
  customerUserId: string | null
  userIdentifier: string | null
  /** The scope of the customer token. For a call without a token: `all`. */
  scope: TokenScope
  test: boolean
  address: string
  // A customer is not a person and acts in no directory. So `userId` and `directory` are always null. Services that
  // accept people and customers read these properties.
  userId: null
  directory: null
}

/** An owner of notes, transcripts and templates: a person or a customer. */
export type Caller = Person | Customer

/** Returns the name of a caller for the history of a note. */
export const nameOf = (caller: Caller): string =>
  caller.kind === 'person'
    ? caller.email
    : [caller.customerIdentifier, caller.userIdentifier].filter((name) => name !== null).join(' / ')

/** A caller without a credential. */
export interface Stranger {
  kind: 'stranger'
  address: string
}

/** True for an administrator of the product who does not act as another user. */
export const isAdministrator = ({ admin, administratorId }: Pick<Person, 'admin' | 'administratorId'>): boolean =>
  admin && administratorId === null

/** The caller of a request. The caller is identified before the request is validated (product 7.3). */
export type Principal = Person | Member | ApiKey | Customer | Stranger

/** The type of the caller for each audience. */
export interface PrincipalOf {
  public: Stranger
  user: Person
  admin: Person
  key: ApiKey
  bearer: ApiKey
  customer: Customer
  reseller: Member
}
