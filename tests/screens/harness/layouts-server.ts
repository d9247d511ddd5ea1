import type { Layout, LayoutDraft, LayoutVersion } from '../../../lib/contracts/index.ts'
import { layoutAccess } from '../../../lib/template/index.ts'
import * as data from './data.ts'

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** The received calls, in order. Tests read them. */
const asked: { call: string; body?: unknown }[] = []
/** The server answers a search only after this promise has resolved. */
let searchAnswer = Promise.resolve()
/** Lets a test hold the answers of searches back until it calls `answerSearch`. */
function holdSearch() {
  const { promise, resolve } = Promise.withResolvers<void>()
  searchAnswer = promise
  Object.assign(window, { answerSearch: resolve })
}
if (typeof window !== 'undefined') Object.assign(window, { asked, holdSearch })

/** An in-memory server for layouts that can be changed. Returns null for other calls. */
export function layoutsServer(initial: readonly Layout[]) {
  let layouts = [...initial]
  let made = 100
  const versions = new Map<string, LayoutVersion[]>()
  const idOf = (end: number) => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`
  const now = () => new Date().toISOString()

  const versionOf = ({ version, name, updatedAt, description, instructions, fields, text, config }: Layout) => ({
    version,
    name,
    savedAt: updatedAt,
    savedBy: data.email,
    description,
    instructions,
    config,
    ...(fields ? { fields } : {}),
    ...(text === undefined ? {} : { text }),
  })
  const put = (layout: Layout) => {
    layouts = [layout, ...layouts.filter(({ _id }) => _id !== layout._id)]
    const earlier = versions.get(layout._id) ?? []
    versions.set(layout._id, [versionOf(layout), ...earlier])
    return layout
  }
  for (const layout of layouts) {
    const before = { ...versionOf(layout), version: layout.version - 1, name: `${layout.name}, first try`, fields: [] }
    versions.set(layout._id, [versionOf(layout), ...(layout.version > 1 ? [before] : [])])
  }
  /** Saves a layout as another person while it is open here. */
  const saveAsAnother = (id: string, change: Partial<Layout>) => {
    const layout = layouts.find(({ _id }) => _id === id)
    if (layout) put({ ...layout, ...change, version: layout.version + 1, updatedAt: now() })
  }
  if (typeof window !== 'undefined') Object.assign(window, { saveAsAnother })
  const create = (draft: Partial<LayoutDraft> & { name: string }): Layout =>
    put({
      type: 'other',
      source: 'user',
      description: '',
      instructions: '',
      config: {},
      ...(draft as object),
      name: draft.name,
      _id: idOf(made++),
      email: data.email,
      editors: [],
      status: 'ready',
      version: 1,
      createdAt: now(),
      updatedAt: now(),
    } as Layout)

  return async (request: Request, path: string): Promise<Response | null> => {
    const [, , , id = '', part = '', number = ''] = path.split('/')
    if (!path.startsWith('/user/layouts') && path !== '/user/models' && path !== '/user/fields/generate') return null
    const text = await request.clone().text()
    const body = text ? JSON.parse(text) : undefined
    asked.push({ call: `${request.method} ${path}${new URL(request.url).search}`, body })
    const layout = layouts.find(({ _id }) => _id === id)
    switch (`${request.method} ${path}`) {
      case 'GET /user/layouts': {
        const query = new URL(request.url).searchParams
        const search = query.get('search')?.toLowerCase() ?? ''
        if (search !== '') await searchAnswer
        const items = layouts.filter(
          (each) =>
            `${each.name} ${each.group ?? ''}`.toLowerCase().includes(search) &&
            (!query.has('group') || each.group === query.get('group')) &&
            (!query.has('source') || each.source === query.get('source')) &&
            (!query.has('access') || layoutAccess(each, data.email) === query.get('access')),
        )
        return json({ items, total: items.length, offset: 0, limit: 100 })
      }
      case 'GET /user/layouts/groups': {
        const names = [...new Set(layouts.flatMap(({ group }) => (group === undefined ? [] : [group])))].sort()
        const groups = names.map((name) => ({ name, count: layouts.filter(({ group }) => group === name).length }))
        return json({ groups })
      }
      case 'POST /user/layouts':
        return json(create(body), 201)
      case 'POST /user/layouts/generate': {
        const created = create({ name: body.name ?? 'New template' })
        return json(
          put({ ...created, status: 'generating', statusText: 'Making fields from your description...' }),
          201,
        )
      }
      case 'POST /user/fields/generate':
        return json({ fields: [{ id: 'sleep', name: 'Sleep', type: 'string' }] })
      case 'GET /user/models':
        return json({
          models: [{ slot: 0, name: 'On this server', provider: 'anthropic', modelId: '', contextSize: 0 }],
        })
    }
    if (!layout) return json({ message: 'That is not there.', code: 'not_found' }, 404)
    switch (`${request.method} ${part}`) {
      case 'GET ':
        return json(layout)
      case 'PUT ':
        if (body.version !== layout.version)
          return json({ message: 'Changed meanwhile.', code: 'changed_meanwhile', current: layout }, 409)
        return json(put({ ...withoutContent(layout), ...body.layout, version: layout.version + 1, updatedAt: now() }))
      case 'DELETE ':
        layouts = layouts.filter((each) => each !== layout)
        return json({})
      case 'POST copy':
        return json(create({ ...layout, name: `${layout.name} (copy)` } as LayoutDraft), 201)
      case 'PUT editors': {
        const { editors, directory: shares = layout.shared } = body as { editors: string[]; directory?: boolean }
        const name = shares ? data.directories[0]?.name : undefined
        const shared = { ...layout, editors, shared: shares, directoryName: name }
        layouts = layouts.map((each) => (each === layout ? shared : each))
        return json(shared)
      }
      case 'GET versions': {
        const items = versions.get(id) ?? []
        if (number === '') return json({ items, total: items.length, offset: 0, limit: 100 })
        return json(items.find(({ version }) => version === Number(number)))
      }
      case 'POST versions': {
        const {
          savedAt: _at,
          savedBy: _by,
          ...earlier
        } = versions.get(id)?.find(({ version }) => version === Number(number)) ?? versionOf(layout)
        return json(put({ ...withoutContent(layout), ...earlier, version: layout.version + 1, updatedAt: now() }))
      }
    }
    return json({ message: 'That is not there.', code: 'not_found' }, 404)
  }
}

function withoutContent({ fields: _fields, text: _text, group: _group, ...layout }: Layout): Layout {
  return layout
}
