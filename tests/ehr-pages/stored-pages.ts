import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'

/** For each EHR, the path at which a stored form is served. */
const addresses: Record<string, (form: string) => string> = {
  kipu: (form) => `/patients/314/patient_evaluations/${form}/edit`,
  credible: (form) => `/visit/clientvisit_edit.asp?visittemp_id=900&form=${form}`,
  advancedmd: (form) => `/shell/${form}`,
  generic: (form) => `/generic/${form}.html`,
}

/**
 * The expected result of a stored page: the patient, the title, and for each field its label, section, kind and
 * options, and the reason if the field is locked. A person has looked at the page and written this result.
 */
const answer = z.object({
  patient: z.string().nullable(),
  title: z.string(),
  fields: z.array(z.tuple([z.string(), z.string(), z.string(), z.array(z.string())]).rest(z.string())),
})
export type Answer = z.infer<typeof answer>

export interface StoredPage {
  ehr: string
  form: string
  path: string
  answer: Answer
}

const folder = (ehr: string) => new URL(`./${ehr}/`, import.meta.url)

/** Every stored page that has an expected result. */
export async function storedPages(): Promise<StoredPage[]> {
  const pages: StoredPage[] = []
  for (const [ehr, pathOf] of Object.entries(addresses)) {
    for (const file of (await readdir(folder(ehr))).filter((name) => name.endsWith('.json')).sort()) {
      const form = file.replace('.json', '')
      pages.push({
        ehr,
        form,
        path: pathOf(form),
        answer: answer.parse(JSON.parse(await readFile(new URL(file, folder(ehr)), 'utf8'))),
      })
    }
  }
  return pages
}

/**
 * Returns the file for an address, and the replacements for the placeholders in the file. A placeholder is a word in
 * capital letters, such as NOTE.
 */
function fileFor({ pathname, searchParams }: URL): { file: string; words: Record<string, string> } | null {
  const form = searchParams.get('form') ?? searchParams.get('category_id') ?? ''
  const note = searchParams.get('note') ?? ''
  const visit = searchParams.get('visittemp_id') ?? ''
  const named = /^\/(?:shell|generic)\/([\w-]+)(?:\.html)?$/.exec(pathname)?.[1] ?? ''
  const kipu = /^\/patients\/\d+\/patient_evaluations\/([\w-]+)\/edit$/.exec(pathname)?.[1]
  if (pathname.endsWith('/kipu.js')) return { file: 'kipu/kipu.js', words: {} }
  if (kipu) return { file: `kipu/${kipu}.html`, words: {} }
  if (pathname.startsWith('/generic/')) return { file: `generic/${named}.html`, words: {} }
  if (pathname.startsWith('/shell/'))
    return { file: named === 'launch' ? 'advancedmd/launch.html' : 'advancedmd/shell.html', words: { NOTE: named } }
  const credibleWords = { CATEGORY: form, VISIT: visit, CLIENT: '5511' }
  const patient = searchParams.get('patient') ?? ''
  const banner =
    patient === '31'
      ? { LAST: 'PELLETIER', FIRST: 'JORDAN', BORN: '03-09-1975' }
      : { LAST: 'OTHER', FIRST: 'PERSON', BORN: '01-01-1950' }
  const files: Record<string, { file: string; words: Record<string, string> }> = {
    '/visit/clientvisit_edit.asp': { file: 'credible/frameset.asp', words: credibleWords },
    '/visit/left.asp': { file: 'credible/left.html', words: credibleWords },
    '/visit/main.asp': { file: 'credible/main.asp', words: credibleWords },
    '/visit/bar.asp': { file: 'credible/bar.html', words: {} },
    '/webforms/category.asp': { file: 'credible/main.asp', words: credibleWords },
    '/webforms/questions.asp': { file: `credible/${form}.html`, words: {} },
    '/apps/amds-patient-chart/index.html': { file: 'advancedmd/chart.html', words: { NOTE: note, PATIENT: patient } },
    '/apps/amds-patient-banner/index.html': { file: 'advancedmd/banner.html', words: banner },
    '/WebClinical/ChartViewerDetail.aspx': { file: 'advancedmd/viewer.html', words: { NOTE: note } },
    '/WebClinical/chart/chartnotes.aspx': { file: `advancedmd/${note}.html`, words: {} },
  }
  return files[pathname] ?? null
}

/** Serves the stored pages at the paths of their EHRs, on this machine. */
export async function serveStoredPages(): Promise<{ url: (path: string) => string; close: () => void }> {
  const server = createServer(async (request, response) => {
    const found = fileFor(new URL(request.url ?? '/', 'http://127.0.0.1'))
    const text = found && (await readFile(new URL(found.file, import.meta.url), 'utf8').catch(() => null))
    if (!found || text === null) return response.writeHead(404).end()
    response.setHeader('content-type', found.file.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(Object.entries(found.words).reduce((page, [word, said]) => page.replaceAll(word, said), text))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: (path) => `http://127.0.0.1:${port}${path}`, close: () => server.close() }
}
