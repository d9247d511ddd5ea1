import type { Endpoint } from '../endpoint.ts'
import { accessEndpoints, accessInviteEndpoints, accessPublicEndpoints } from './access.ts'
import { accountEndpoints } from './account.ts'
import { adminEndpoints } from './admin.ts'
import { adminAccessEndpoints } from './admin-access.ts'
import { bannerEndpoints } from './banners.ts'
import { bearerEndpoints } from './bearer.ts'
import { customerEndpoints } from './customer.ts'
import { directoryEndpoints } from './directories.ts'
import { emailEndpoints } from './emails.ts'
import { inboxEndpoints } from './inbox.ts'
import { keyEndpoints } from './keys.ts'
import { licenseEndpoints } from './licenses.ts'
import { lookupEndpoints } from './lookup.ts'
import { oauthEndpoints } from './oauth.ts'
import { phoneEndpoints } from './phones.ts'
import { productEndpoints } from './products.ts'
import { publicEndpoints } from './public.ts'
import { recordingEndpoints } from './recordings.ts'
import { resellerEndpoints } from './reseller.ts'
import { signInEndpoints } from './sign-in.ts'
import { siteRulesEndpoints } from './site-rules.ts'
import { subscriptionEndpoints } from './subscriptions.ts'
import { templateEndpoints } from './templates.ts'
import { transcriptFileEndpoints } from './transcript-files.ts'
import { userEndpoints } from './user.ts'
import { webhookEndpoints } from './webhooks.ts'
import { workspaceEndpoints } from './workspace.ts'

export {
  accessEndpoints,
  accessInviteEndpoints,
  accessPublicEndpoints,
  accountEndpoints,
  adminAccessEndpoints,
  adminEndpoints,
  bannerEndpoints,
  bearerEndpoints,
  customerEndpoints,
  directoryEndpoints,
  emailEndpoints,
  inboxEndpoints,
  keyEndpoints,
  licenseEndpoints,
  lookupEndpoints,
  oauthEndpoints,
  phoneEndpoints,
  productEndpoints,
  publicEndpoints,
  recordingEndpoints,
  resellerEndpoints,
  signInEndpoints,
  siteRulesEndpoints,
  subscriptionEndpoints,
  templateEndpoints,
  transcriptFileEndpoints,
  userEndpoints,
  webhookEndpoints,
  workspaceEndpoints,
}

export const endpoints = {
  public: publicEndpoints,
  signIn: signInEndpoints,
  oauth: oauthEndpoints,
  user: userEndpoints,
  account: accountEndpoints,
  phones: phoneEndpoints,
  emails: emailEndpoints,
  inbox: inboxEndpoints,
  recordings: recordingEndpoints,
  templates: templateEndpoints,
  transcriptFiles: transcriptFileEndpoints,
  siteRules: siteRulesEndpoints,
  directories: directoryEndpoints,
  workspace: workspaceEndpoints,
  lookup: lookupEndpoints,
  licenses: licenseEndpoints,
  subscriptions: subscriptionEndpoints,
  products: productEndpoints,
  banners: bannerEndpoints,
  admin: adminEndpoints,
  adminAccess: adminAccessEndpoints,
  accessPublic: accessPublicEndpoints,
  accessInvites: accessInviteEndpoints,
  access: accessEndpoints,
  webhooks: webhookEndpoints,
  keys: keyEndpoints,
  customer: customerEndpoints,
  reseller: resellerEndpoints,
  bearer: bearerEndpoints,
} as const

export const namedEndpoints: readonly (readonly [name: string, endpoint: Endpoint])[] = Object.values(
  endpoints,
).flatMap((group) => Object.entries<Endpoint>(group))

export const allEndpoints: readonly Endpoint[] = namedEndpoints.map(([, endpoint]) => endpoint)
