import type { AccessPermission, DirectoryPermission, TokenScope } from '../../lib/contracts/index.ts'

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
  directory: { id: string; permissions: readonly DirectoryPermission[] } | null
  administratorId: string | null
  address: string
}

export interface Member extends Person {
  access: { id: string; permission: AccessPermission }
}

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
  actingUserId: string | null
  administratorId: string | null
  customerId: string
  customerIdentifier: string
  customerUserId: string | null
  userIdentifier: string | null
  scope: TokenScope
  test: boolean
  address: string
  // A customer is not a person and acts in no directory. So `userId` and `directory` are always null. Services that
  // accept people and customers read these properties.
  userId: null
  directory: null
}

export type Caller = Person | Customer

export const nameOf = (caller: Caller): string =>
  caller.kind === 'person'
    ? caller.email
    : [caller.customerIdentifier, caller.userIdentifier].filter((name) => name !== null).join(' / ')

export interface Stranger {
  kind: 'stranger'
  address: string
}

/** True for an administrator of the product who does not act as another user. */
export const isAdministrator = ({ admin, administratorId }: Pick<Person, 'admin' | 'administratorId'>): boolean =>
  admin && administratorId === null

export type Principal = Person | Member | ApiKey | Customer | Stranger

export interface PrincipalOf {
  public: Stranger
  user: Person
  admin: Person
  key: ApiKey
  bearer: ApiKey
  customer: Customer
  reseller: Member
}
