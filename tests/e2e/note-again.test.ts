import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from '../../lib/api/index.ts'
import { publicEndpoints, userEndpoints } from '../../lib/contracts/index.ts'
import { aria, signIn, text } from '../../scripts/demo/panel.ts'
import { demoUser } from '../../server/services/demo-user.ts'
import { answersOf, askedFor } from '../fakes/note-model.ts'
import { type ChatReply, type ChatRequest, type FakeOpenAi, startFakeOpenAi } from '../fakes/openai-server.ts'
import { type DemoStage, openDemoStage } from './demo-stage.ts'

const transcript = [
  'Speaker 0: How was the week, Ana?',
  'Speaker 1: I slept five hours a night.',
  'Speaker 2: I relapsed on Sunday and used heroin again.',
].join('\n')
const quote = 'I slept five hours a night.'

let model: FakeOpenAi
let stage: DemoStage
let client: Client
let panel: Page
/** The model's reply. Each test sets its own. */
let reply: (asked: ChatRequest) => ChatReply = () => ({ kind: 'fail', status: 401 })

const textOf = ({ messages }: ChatRequest) => messages.map(({ content }) => content).join('\n')
const answers = (asked: ChatRequest): ChatReply => {
  const answer = { state: 'stated', confidence: 1, evidence: [{ turn: 1, quote }], value: [quote] }
  return { kind: 'text', content: answersOf(Object.fromEntries(askedFor(asked).map((name) => [name, answer]))) }
}

beforeAll(async () => {
  model = await startFakeOpenAi((asked) => reply(asked))
  stage = await openDemoStage({ MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'test-model', MODEL_REVIEWER: 'off' })
  const baseUrl = () => stage.serverUrl
  const session = await createClient({ baseUrl, credential: () => 'none' }).call(publicEndpoints.loginEmail, {
    body: demoUser,
  })
  if (!('accessToken' in session)) throw new Error('This account asks for a second factor.')
  client = createClient({ baseUrl, credential: () => ({ authorization: `Bearer ${session.accessToken}`, key: '' }) })
  panel = await stage.demo.browser.newPage()
  await panel.setViewport({ width: 360, height: 760 })
  await panel.goto(`chrome-extension://${stage.demo.extensionId}/sidepanel.html`)
  await signIn(panel, demoUser)
  await aria(panel, 'link', 'Reports').wait()
})
afterAll(async () => {
  await stage?.close()
  await model?.close()
})

/**
 * Writes a note for the patient Ana from a group session of Ana and Ben, and opens it in the panel after the session.
 */
async function noteOfAna(): Promise<void> {
  const fields = [
    { id: 'sleep', name: 'Sleep', type: 'string' as const, temperature: 0.2 },
    { id: 'plan', name: 'Plan', type: 'string' as const, temperature: 0.5 },
  ]
  const layout = await client.call(userEndpoints.createLayout, { body: { name: 'Group', fields } })
  const { reports } = await client.call(userEndpoints.createGroupReports, {
    body: {
      layoutId: layout._id,
      transcript,
      participants: [
        { patientId: 'A', name: 'Ana Ruiz', speakers: [1] },
        { patientId: 'B', name: 'Ben Okafor', speakers: [2] },
      ],
    },
  })
  const id = reports[0]?._id ?? ''
  await expect
    .poll(async () => (await client.call(userEndpoints.getReport, { params: { id } })).status)
    .not.toBe('generating')
  await panel.evaluate((to) => {
    location.hash = `#/reports/${to}`
  }, id)
}

test('a group note that no model answered gives the reason; the retry contains no other person’s words', async () => {
  reply = () => ({ kind: 'fail', status: 401 })
  await noteOfAna()
  await text(panel, 'The language model refused the key of this server.').wait()
  const before = model.requests.length
  reply = answers
  await aria(panel, 'button', 'Try again').click()
  await aria(panel, 'button', 'Fill page…').wait()
  await text(panel, quote).wait()
  const asked = model.requests.slice(before).map(({ body }) => textOf(body))
  expect(asked).toHaveLength(2)
  expect(asked.join('\n')).not.toMatch(/relapsed|heroin/)
})

test('a note names the field that was not answered, and retries that field alone', async () => {
  reply = (asked) => (textOf(asked).includes('f0: Plan') ? { kind: 'fail', status: 401 } : answers(asked))
  await noteOfAna()
  await text(panel, '1 field was not answered').wait()
  const before = model.requests.length
  reply = answers
  await aria(panel, 'button', 'Try to fill this field again').click()
  await panel.waitForFunction(() => !document.body.textContent.includes('1 field was not answered'))
  await panel.waitForFunction((words) => document.body.textContent.split(words).length > 2, {}, quote)
  const asked = model.requests.slice(before).map(({ body }) => textOf(body))
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('f0: Plan')
  expect(asked[0]).not.toMatch(/relapsed|heroin/)
})
