import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../lib/contracts/index.ts'
import { accessHandlers, accessInviteHandlers, accessPublicHandlers } from './access.ts'
import { accountHandlers } from './account.ts'
import { adminHandlers } from './admin.ts'
import { adminAccessHandlers } from './admin-access.ts'
import { bannerHandlers } from './banners.ts'
import { bearerHandlers } from './bearer.ts'
import { customerHandlers } from './customer.ts'
import { directoryHandlers } from './directories.ts'
import { emailHandlers } from './emails.ts'
import { inboxHandlers } from './inbox.ts'
import { keyHandlers } from './keys.ts'
import { licenseHandlers } from './licenses.ts'
import { lookupHandlers } from './lookup.ts'
import { oauthHandlers } from './oauth.ts'
import { phoneHandlers } from './phones.ts'
import { productHandlers } from './products.ts'
import { publicHandlers } from './public.ts'
import { recordingHandlers } from './recordings.ts'
import { resellerHandlers } from './reseller.ts'
import { type ServeOptions, serve } from './serve.ts'
import { signInHandlers } from './sign-in.ts'
import { siteRulesHandlers } from './site-rules.ts'
import { subscriptionHandlers } from './subscriptions.ts'
import { templateHandlers } from './templates.ts'
import { transcriptFileHandlers } from './transcript-files.ts'
import { userHandlers } from './user.ts'
import { webhookHandlers } from './webhooks.ts'
import { workspaceHandlers } from './workspace.ts'

export function serveAll(app: FastifyInstance, options: ServeOptions): void {
  serve(app, endpoints.public, publicHandlers, options)
  serve(app, endpoints.signIn, signInHandlers, options)
  serve(app, endpoints.oauth, oauthHandlers, options)
  serve(app, endpoints.user, userHandlers, options)
  serve(app, endpoints.account, accountHandlers, options)
  serve(app, endpoints.phones, phoneHandlers, options)
  serve(app, endpoints.inbox, inboxHandlers, options)
  serve(app, endpoints.emails, emailHandlers, options)
  serve(app, endpoints.recordings, recordingHandlers, options)
  serve(app, endpoints.templates, templateHandlers, options)
  serve(app, endpoints.transcriptFiles, transcriptFileHandlers, options)
  serve(app, endpoints.siteRules, siteRulesHandlers, options)
  serve(app, endpoints.directories, directoryHandlers, options)
  serve(app, endpoints.workspace, workspaceHandlers, options)
  serve(app, endpoints.lookup, lookupHandlers, options)
  serve(app, endpoints.licenses, licenseHandlers, options)
  serve(app, endpoints.subscriptions, subscriptionHandlers, options)
  serve(app, endpoints.products, productHandlers, options)
  serve(app, endpoints.banners, bannerHandlers, options)
  serve(app, endpoints.admin, adminHandlers, options)
  serve(app, endpoints.adminAccess, adminAccessHandlers, options)
  serve(app, endpoints.accessPublic, accessPublicHandlers, options)
  serve(app, endpoints.accessInvites, accessInviteHandlers, options)
  serve(app, endpoints.access, accessHandlers, options)
  serve(app, endpoints.webhooks, webhookHandlers, options)
  serve(app, endpoints.keys, keyHandlers, options)
  serve(app, endpoints.customer, customerHandlers, options)
  serve(app, endpoints.reseller, resellerHandlers, options)
  serve(app, endpoints.bearer, bearerHandlers, options)
}
