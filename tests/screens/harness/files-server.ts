import type { Transcript } from '../../../lib/contracts/index.ts'
import * as data from './data.ts'
import { fileTranscripts, pageIds } from './page-data.ts'

export interface FileTraits {
  /**
   * What happens to a sent file. `read`: its transcript becomes ready. `waits`: its transcript never becomes ready.
   * `refused`: the server refuses the file. `never`: the server does not answer.
   */
  file?: 'read' | 'waits' | 'refused' | 'never'
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** The bodies of the requests that upload a file or create notes, in order. Tests read this list. */
const sent: { call: string; parts: unknown }[] = []
if (typeof window !== 'undefined') Object.assign(window, { sent })

/** An in-memory server for files that become transcripts, and for group notes. Returns null for other calls. */
export function filesServer(traits: FileTraits) {
  let looks = 0
  return async (request: Request, path: string): Promise<Response | null> => {
    const known = fileTranscripts.find(({ id }) => path === `/user/transcripts/${id}`)
    if (known && request.method === 'GET') {
      looks += 1
      const isRead = known.id === pageIds.picture && traits.file === 'read' && looks > 1
      return json(isRead ? ({ ...known, status: 'ready', turns: data.turns } satisfies Transcript) : known)
    }
    const stored = fileTranscripts.find(({ id }) => path === `/user/transcripts/${id}/retry`)
    if (stored) return json({ ...stored, status: 'transcribing', statusText: undefined, hasFile: undefined })
    if (known?.status === 'incomplete' && request.method === 'PUT')
      return json({ ...known, status: 'ready', ...(await request.json()) } satisfies Transcript)
    switch (`${request.method} ${path}`) {
      case 'POST /user/transcripts/submit/file': {
        const form = await request.formData()
        const parts = [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
        sent.push({ call: path, parts })
        if (traits.file === 'never') return new Promise(() => undefined)
        if (traits.file === 'refused')
          return json(
            {
              message: 'This PDF asks for a password. Save the PDF without a password and send it again.',
              code: 'unsupported_type',
            },
            415,
          )
        return json(fileTranscripts[0], 201)
      }
      case 'POST /user/reports/group': {
        const body = await request.json()
        sent.push({ call: path, parts: body })
        const reports = body.participants.map((_: unknown, at: number) => ({
          ...data.reports[0],
          _id: data.ids.generating.replace(/2$/, String(at)),
        }))
        return json({ reports }, 201)
      }
      case 'POST /user/reports':
        sent.push({ call: path, parts: await request.clone().json() })
        return null
      default:
        return null
    }
  }
}
