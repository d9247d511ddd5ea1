import { allEndpoints, type Layout, type WorkRules } from '../../../lib/contracts/index.ts'
import { type AccountTraits, accountServer } from './account-server.ts'
import * as data from './data.ts'
import { type FileTraits, filesServer } from './files-server.ts'
import { layoutsServer } from './layouts-server.ts'
import { asServed, type ReportTraits, reportServer } from './report-server.ts'

export interface ServerTraits extends ReportTraits, FileTraits, AccountTraits {
  /** Layouts in addition to the usual ones. */
  moreLayouts?: Layout[]
  /** The server cannot be reached. */
  away?: boolean
  layouts?: 'some' | 'none' | 'never' | 'fail'
  reports?: 'some' | 'none'
  /** `ready`: several visits of today wait for a note. */
  transcripts?: 'some' | 'none' | 'ready'
  organisations?: 'none' | 'one' | 'several'
  /** The administrators have written notices. */
  notices?: boolean
  /**
   * `hosted`: a speech engine that accepts names and medicines as key terms, and audio of one channel only. `false`:
   * the server has no speech engine.
   */
  engine?: false | 'hosted'
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const listed = (items: unknown[]) => json({ items, total: items.length, offset: 0, limit: 100 })

/** Never resolves, like a very slow server. */
const pending = () => new Promise<Response>(() => undefined)

/**
 * An in-memory server behind `fetch`. Only the network is replaced, so that the real client and the real contracts are
 * used.
 */
export function memoryServer(traits: ServerTraits): typeof fetch {
  const ofLayouts = layoutsServer(traits.layouts === 'none' ? [] : [...data.layouts, ...(traits.moreLayouts ?? [])])
  const reports = reportServer(traits)
  const files = filesServer(traits)
  const account = accountServer(traits)
  const { organisations: some = 'none' } = traits
  let joined = some === 'none' ? [] : some === 'one' ? data.directories.slice(0, 1) : data.directories
  let chosenId: string | null = joined[0]?.directoryId ?? null
  let invitations = [data.invitation]
  let sessions = data.sessions
  const organisations = () => joined.map((one) => ({ ...one, chosen: one.directoryId === chosenId }))
  return async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.replace(/^\/api/, '')
    if (traits.away) throw new TypeError('Failed to fetch')
    const known = allEndpoints.some(
      (endpoint) =>
        endpoint.method === request.method && new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    if (!known) return json({ message: 'No such call.', code: 'no_such_call' }, 404)
    const aboutFiles = await files(request, path)
    if (aboutFiles) return aboutFiles
    const aboutAccount = await account(request, path)
    if (aboutAccount) return aboutAccount
    const aboutReports = await reports(request, path)
    if (aboutReports) return aboutReports
    switch (`${request.method} ${path}`) {
      case 'POST /user/login/email':
        return json({ message: 'The email or the password is wrong.', code: 'wrong_credentials' }, 401)
      case 'POST /user/login/phone':
        if (((await request.json()) as { password: string }).password === data.password)
          return json({ secondFactor: 'email', ticket: 'ticket' })
        return json({ message: 'The phone number or the password is wrong.', code: 'wrong_credentials' }, 401)
      case 'POST /user/login/generate-otc':
      case 'GET /user/password/reset-phone':
      case 'GET /user/password/reset-email':
        return json({ ticket: 'ticket' })
      case 'GET /user/google/url':
      case 'POST /user/microsoft/authUrl':
      case 'GET /user/apple/url':
        return json({ url: 'https://provider.example/', state: 'state' })
      case 'POST /user/login/apple':
        return json({ message: 'You have cancelled the sign-in at Apple.', code: 'provider_refused' }, 403)
      case 'POST /user/login/google':
      case 'POST /user/login/microsoft/code': {
        const body = (await request.json()) as { code?: string; secret?: string; state?: string }
        const { email } = data
        if (path.includes('microsoft') && body.code === undefined)
          return json({ link: 'email', ticket: 'ticket', email })
        if (body.code !== data.code && body.secret !== 'secret-of-state')
          return json({ message: data.wrongCode, code: 'wrong_code' }, 400)
        const expiresAt = new Date(Date.now() + 900_000).toISOString()
        return json({ accessToken: 'access', refreshToken: 'refresh', expiresAt, email })
      }
      case 'POST /user/login/clear-otc':
        return json({})
      case 'POST /user/login/with-otc': {
        const { code } = (await request.json()) as { code: string }
        if (code !== data.code) return json({ message: data.wrongCode, code: 'wrong_code' }, 400)
        const expiresAt = new Date(Date.now() + 900_000).toISOString()
        return json({ accessToken: 'access', refreshToken: 'refresh', expiresAt })
      }
      case 'GET /user/layouts':
        if (traits.layouts === 'never') return pending()
        if (traits.layouts === 'fail')
          return json({ message: 'The server could not read the templates.', code: 'internal' }, 500)
        break
      case 'GET /user/reports':
      case 'POST /user/reports/search':
        return listed(traits.reports === 'none' ? [] : data.reports.map((report) => asServed(report, traits)))
      case 'POST /user/reports':
        return json(data.report, 201)
      case 'GET /user/token/verify':
        return json({ valid: true, expiresAt: new Date(Date.now() + 900_000).toISOString() })
      case 'GET /user/account/sessions':
        return listed(sessions)
      case `DELETE /user/account/sessions/${data.ids.otherSession}`:
        sessions = sessions.filter(({ sessionId }) => sessionId !== data.ids.otherSession)
        return json({})
      case 'GET /user/banners':
        return json({ banners: traits.notices === true ? data.banners : [] })
      case 'GET /user/directories':
        return listed(organisations())
      case 'GET /user/directories/rules':
        return json({
          ...{ consent: null, models: null, allowedHosts: [], language: 'en' },
          // The last organisation has rules for private work.
          organizations: chosenId === null ? joined.slice(-1).map(({ name }) => name) : [],
        } satisfies WorkRules)
      case 'GET /user/directories/invitations':
        return listed(traits.organisations === 'several' ? invitations : [])
      case 'POST /user/directories/choose':
        chosenId = ((await request.json()) as { directoryId: string | null }).directoryId
        return json({})
      case `POST /user/directories/invitations/accept/${data.ids.invitedDirectory}`:
        invitations = []
        joined = [...joined, data.invitedDirectory]
        return json(data.invitedDirectory)
      case `DELETE /user/directories/invitations/decline/${data.ids.invitedDirectory}`:
        invitations = []
        return json({})
      case 'GET /user/transcription':
        return json(
          traits.engine === false
            ? { engine: null, message: 'No speech engine is set up on this server.' }
            : {
                engine: {
                  name: 'pocketsphinx',
                  label: 'Pocketsphinx, on this server: good enough to try, not for real visits.',
                  languages: ['en', 'multi', 'ar', 'de', 'fr', 'zh'],
                  diarizes: false,
                  takesTerms: traits.engine === 'hosted',
                  channels: traits.engine === 'hosted' ? 1 : 2,
                },
              },
        )
      case `GET /user/reports/${data.ids.generating}`:
        return json(data.generatingReport)
      case `GET /user/reports/${data.ids.generating}/events`:
        return new Response(events(), { headers: { 'content-type': 'text/event-stream' } })
      case `GET /user/transcripts/${data.ids.transcript}`:
        return json(data.transcript)
      case `PUT /user/transcripts/${data.ids.transcript}`:
        return json({ ...data.transcript, ...((await request.json()) as { turns: string[] }) })
      case `POST /user/transcripts/${data.ids.take}/remarks`: {
        const { text } = (await request.json()) as { text: string }
        return json({ ...data.transcript, turns: [...data.transcript.turns, `Remark of the clinician: ${text}`] }, 201)
      }
      case `POST /user/transcripts/${data.ids.take}/parts`:
        return json({ ...data.transcript, turns: [...data.turns, '[Pause: 4 min]', ...data.turns] }, 201)
      case `DELETE /user/transcripts/${data.ids.transcript}`:
        return json({})
      case 'GET /user/transcripts':
      case 'POST /user/transcripts/search':
        if (traits.transcripts === 'ready') return listed(data.readyTranscripts)
        return listed(traits.transcripts === 'none' ? [] : data.transcripts)
    }
    return (await ofLayouts(request, path)) ?? json({ message: 'That is not there.', code: 'not_found' }, 404)
  }
}

/**
 * Returns a stream with the events of two written fields. The stream stays open, as while the server writes the other
 * fields.
 */
function events(): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const result of data.report.results.slice(0, 2))
        controller.enqueue(encoder.encode(`data: ${JSON.stringify({ type: 'result', result })}\n\n`))
    },
  })
}
