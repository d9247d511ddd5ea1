import type { AccessPermission, DirectoryPermission, TokenScope } from '../../lib/contracts/index.ts'

/** A signed-in person, and the address of the request. */
export interface Person {
  kind: 'person'
  userId: string
  email: string
  admin: boolean
  /** Session of the device. */
  familyId: string
  expiresAt: Date
  /** True if a refresh has issued a newer access token since. */
  tokenReplaced: boolean
  /** The directory in which the person acts. Null: in none. */
  directory: { id: string; permissions: readonly DirectoryPermission[] } | null
  /** The administrator who acts as this person. Null: the person. */
  administratorId: string | null
  address: string
}

/** A signed-in member of the access organisation that the path names. */
export interface Member extends Person {
  access: { id: string; permission: AccessPermission }
}

/** A key of an access organisation. */
export interface ApiKey {
  kind: 'key'
  keyId: string
  accessId: string
  name: string
  /** True for a key of the sandbox. It reaches only customers of the sandbox. */
  test: boolean
  expiresAt: Date | null
  address: string
}

/** An access organisation that acts for one of its customers, or for one user of the customer. */
export interface Customer {
  kind: 'customer'
  accessId: string
  /** Null: a member acts, see `actingUserId`. */
  keyId: string | null
  /** The member of the access organisation who acts. Null: a key. */
  actingUserId: string | null
  customerId: string
  customerIdentifier: string
  /** Null: the customer as a whole. */
  customerUserId: string | null
  userIdentifier: string | null
  /** What the token may do. Without a token: `all`. */
  scope: TokenScope
  test: boolean
  address: string
  // A customer is no person, and acts in no directory. Services that serve both ask for these.
  userId: null
  directory: null
}

/** Who owns things: a person, or a customer. */
export type Caller = Person | Customer

/** The name of a caller in the history of a thing. */
export const nameOf = (caller: Caller): string =>
  caller.kind === 'person'
    ? caller.email
    : [caller.customerIdentifier, caller.userIdentifier].filter((name) => name !== null).join(' / ')

/** A caller without a credential. */
export interface Stranger {
  kind: 'stranger'
  address: string
}

/** True for an administrator of the product who does not act as somebody else. */
export const isAdministrator = ({ admin, administratorId }: Pick<Person, 'admin' | 'administratorId'>): boolean =>
  admin && administratorId === null

/** Who calls. It is resolved before the request is validated (product 7.3). */
export type Principal = Person | Member | ApiKey | Customer | Stranger

/** Type of the caller for each audience. An audience is added with its first endpoint. */
export interface PrincipalOf {
  public: Stranger
  user: Person
  admin: Person
  key: ApiKey
  bearer: ApiKey
  customer: Customer
  reseller: Member
}
