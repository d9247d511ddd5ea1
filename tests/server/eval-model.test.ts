import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type HostedModels, startHostedModels } from '../fakes/hosted-models.ts'
import { answersOf, fieldsIn } from '../fakes/note-model.ts'
import { runScript } from '../fakes/served.ts'

const silent = { value: [], state: 'not_discussed', confidence: 0, evidence: [] }
const printed = z.object({
  visits: z.number(),
  evidence: z.object({ values: z.number() }),
  model: z.object({ spent: z.array(z.object({ costUsd: z.number() })), notes: z.number(), failed: z.number() }),
})

let hosted: HostedModels
beforeAll(async () => {
  hosted = await startHostedModels(({ prompt }) => ({
    kind: 'answer',
    content: answersOf(Object.fromEntries(fieldsIn(prompt).map((name) => [name, silent]))),
  }))
})
afterAll(() => hosted.close())

const evalWith = async (env: Record<string, string>, ...args: string[]) => {
  const command = runScript('eval.ts', ['--set', 'examples', '--visits', '2', ...args], env)
  const status = await command.ended
  return { status, ...command.output() }
}

test('the measures run against a configured model, ask it once for each note, and print what it cost', async () => {
  const models = [{ slot: 4, provider: 'anthropic', model: 'small', price: '3/15' }]
  const env = { MODELS: JSON.stringify(models), ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: `${hosted.url}/v1` }
  const { status, out } = await evalWith(env, '--model', '4')
  expect(status).toBe(0)
  const { visits, evidence, model } = printed.parse(JSON.parse(out))
  expect([visits, evidence.values, model.failed]).toEqual([2, 0, 0])
  const [spent] = model.spent
  // The fake counts 100 tokens in and 50 out for each call.
  expect(spent?.costUsd).toBeCloseTo((hosted.requests.length * (100 * 3 + 50 * 15)) / 1_000_000)
  const asked = hosted.requests.map(({ ask }) => ask.prompt)
  expect(new Set(asked).size).toBe(asked.length)
}, 60_000)

test('a slot without a model is refused with the slots that have one', async () => {
  const { status, err } = await evalWith({ MODEL_NAME: 'm', MODEL_BASE_URL: `${hosted.url}/v1` }, '--model', '7')
  expect(status).toBe(1)
  expect(err).toContain('No model is configured in slot 7. There are: 0 (m).')
}, 60_000)
