import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layout as layoutShape } from '../../lib/contracts/index.ts'
import { type Answer, ask, newPerson, refusal, smallLayout } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let owner: { accessToken: string; email: string }
let editor: { accessToken: string; email: string }
let stranger: { accessToken: string; email: string }
beforeAll(async () => {
  server = await startTestServer()
  ;[owner, editor, stranger] = await Promise.all([newPerson(server.url), newPerson(server.url), newPerson(server.url)])
})
afterAll(() => server.close())

const call = (who: { accessToken: string }, what: string, body?: unknown): Promise<Answer> =>
  ask(server.url, what, { token: who.accessToken, ...(body === undefined ? {} : { body }) })
const layouts = '/api/user/layouts'
const made = async (name = 'First') =>
  (await call(owner, `POST ${layouts}`, { ...smallLayout, name })).body._id as string
const save = (who: { accessToken: string }, id: string, version: number, name: string) =>
  call(who, `PUT ${layouts}/${id}`, { version, layout: { ...smallLayout, name } })
const share = (who: { accessToken: string }, id: string, editors: unknown) =>
  call(who, `PUT ${layouts}/${id}/editors`, { editors })

describe('versions', () => {
  test('are made by each save, listed newest first, with who saved them', async () => {
    const id = await made()
    await share(owner, id, [editor.email])
    await save(editor, id, 1, 'Second')
    const { body } = await call(owner, `GET ${layouts}/${id}/versions`)
    expect(body).toMatchObject({ total: 2, offset: 0 })
    expect(body.items.map(({ version, name, savedBy }: Record<string, unknown>) => [version, name, savedBy])).toEqual([
      [2, 'Second', editor.email],
      [1, 'First', owner.email],
    ])
  })

  test('can all be read and restored; the state before a restore remains a version too', async () => {
    const id = await made()
    const without = { ...smallLayout, name: 'Second', fields: smallLayout.fields.slice(0, 1) }
    await call(owner, `PUT ${layouts}/${id}`, { version: 1, layout: without })
    const first = await call(owner, `GET ${layouts}/${id}/versions/1`)
    expect(first.body).toMatchObject({ version: 1, name: 'First', fields: smallLayout.fields })
    const restored = await call(owner, `POST ${layouts}/${id}/versions/1/restore`)
    expect(restored.body).toMatchObject({ version: 3, name: 'First', fields: smallLayout.fields })
    const again = await call(owner, `POST ${layouts}/${id}/versions/1/restore`)
    expect(again.body).toMatchObject({ version: 3 })
    const { body } = await call(owner, `GET ${layouts}/${id}/versions/2`)
    expect(body).toMatchObject({ name: 'Second', fields: without.fields })
  })

  test('are visible to the owner and the editors only', async () => {
    const id = await made()
    for (const path of ['versions', 'versions/1']) {
      expect(refusal(await call(stranger, `GET ${layouts}/${id}/${path}`))).toEqual([404, 'not_found'])
    }
    expect(refusal(await call(stranger, `POST ${layouts}/${id}/versions/1/restore`))).toEqual([404, 'not_found'])
    await share(owner, id, [editor.email])
    expect((await call(editor, `GET ${layouts}/${id}/versions/1`)).status).toBe(200)
  })

  test('that never existed are not found', async () => {
    const id = await made()
    expect(refusal(await call(owner, `GET ${layouts}/${id}/versions/9`))).toEqual([404, 'not_found'])
    expect(refusal(await call(owner, `POST ${layouts}/${id}/versions/9/restore`))).toEqual([404, 'not_found'])
    expect(refusal(await call(owner, `GET ${layouts}/${id}/versions/0`))).toEqual([400, 'invalid_request'])
    expect(refusal(await call(owner, `GET ${layouts}/${id}/versions/99999999999`))).toEqual([400, 'invalid_request'])
  })
})

describe('two people who save at the same time', () => {
  test('the second one is informed, and gets the newer layout to compare with their own', async () => {
    const id = await made()
    await share(owner, id, [editor.email])
    const answers = await Promise.all([save(owner, id, 1, 'Owner’s'), save(editor, id, 1, 'Editor’s')])
    const [won, lost] = answers[0].status === 200 ? answers : answers.toReversed()
    expect([won?.status, lost?.status]).toEqual([200, 409])
    expect(lost?.body.code).toBe('changed_meanwhile')
    expect(layoutShape.parse(lost?.body.current)).toMatchObject({ version: 2, name: won?.body.name })
    const { body } = await call(owner, `GET ${layouts}/${id}/versions`)
    expect(body.total).toBe(2)
  })

  test('of many saves, each one that succeeded is a version', async () => {
    const id = await made()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => save(owner, id, 1, `Name ${index}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const restores = await Promise.all(
      [1, 2].map((version) => call(owner, `POST ${layouts}/${id}/versions/${version}/restore`)),
    )
    expect(restores.map(({ status }) => status)).toEqual([200, 200])
    const [{ body: list }, { body: now }] = await Promise.all([
      call(owner, `GET ${layouts}/${id}/versions`),
      call(owner, `GET ${layouts}/${id}`),
    ])
    expect(list.total).toBe(now.version)
  })
})

describe('editors', () => {
  test('are named by the owner, each once, in small letters, without the owner', async () => {
    const id = await made()
    const { body } = await share(owner, id, [editor.email.toUpperCase(), editor.email, owner.email])
    expect(body).toMatchObject({ editors: [editor.email], email: owner.email, version: 1 })
    const seen = await call(editor, `GET ${layouts}/${id}`)
    expect(seen.status).toBe(200)
    await share(owner, id, [])
    expect(refusal(await call(editor, `GET ${layouts}/${id}`))).toEqual([404, 'not_found'])
  })

  test('can save, but neither delete nor name others', async () => {
    const id = await made()
    await share(owner, id, [editor.email])
    expect((await save(editor, id, 1, 'Edited')).body).toMatchObject({ name: 'Edited', email: owner.email })
    expect(refusal(await share(editor, id, [stranger.email]))).toEqual([403, 'forbidden'])
    expect(refusal(await call(editor, `DELETE ${layouts}/${id}`))).toEqual([403, 'forbidden'])
    expect(refusal(await share(stranger, id, [stranger.email]))).toEqual([404, 'not_found'])
  })

  test('are refused if they are no emails, or more than 100', async () => {
    const id = await made()
    expect(refusal(await share(owner, id, ['nobody']))).toEqual([400, 'invalid_request'])
    const many = Array.from({ length: 101 }, (_, index) => `p${index}@clinic.example`)
    expect(refusal(await share(owner, id, many))).toEqual([400, 'invalid_request'])
    expect(refusal(await ask(server.url, `PUT ${layouts}/${id}/editors`, { body: { editors: 'x' } }))).toEqual([
      401,
      'not_signed_in',
    ])
  })

  test('leave an audit row for every change', async () => {
    const id = await made()
    await share(owner, id, [editor.email])
    await save(editor, id, 1, 'Second')
    await call(editor, `POST ${layouts}/${id}/versions/1/restore`)
    const { rows } = await server.store.database.execute<{ action: string }>(
      `select action from audit_entries where subject_id = '${id}' order by id`,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'layout.create',
      'layout.share',
      'layout.update',
      'layout.restore',
    ])
  })
})
