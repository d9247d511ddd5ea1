import { parentPort } from 'node:worker_threads'
import { answersOf, askedFor, notedTurns, noteFor } from '../../fakes/note-model.ts'
import { type ChatRequest, startFakeOpenAi } from '../../fakes/openai-server.ts'

// A scripted model in a thread of its own. In the measured thread, the model's work would count as the server's work.
const pace = { firstTokenMs: 400, tokensPerSecond: 80 }
const silent = { state: 'not_discussed', confidence: 0, evidence: [], value: [] }

/**
 * If the request contains the words of `notedTurns`, answers every field with them. Otherwise answers "not discussed".
 */
function answerTo(request: ChatRequest): string {
  const isSaid = request.messages.some(({ content }) => content.includes(`[1] ${notedTurns[1]}`))
  return isSaid ? noteFor(request) : answersOf(Object.fromEntries(askedFor(request).map((name) => [name, silent])))
}

let slowestMs = 0
const model = await startFakeOpenAi((request) => {
  const askedAt = performance.now()
  const spoken = () => {
    slowestMs = Math.max(slowestMs, performance.now() - askedAt)
  }
  return { kind: 'text', content: answerTo(request), pace, spoken }
})
parentPort?.on('message', async (asked: 'slowest' | 'close') => {
  if (asked === 'close') {
    await model.close()
    return parentPort?.close()
  }
  parentPort?.postMessage({ slowestMs, calls: model.requests.length })
  slowestMs = 0
  model.requests.length = 0
})
parentPort?.postMessage(model.baseUrl)
