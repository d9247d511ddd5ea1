import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleSession, type Field } from '../../../lib/contracts/index.ts'
import { generate, type TokenCount } from '../../../server/generation/index.ts'
import { openAiCompatibleWriter } from '../../../server/providers/language/openai-compatible.ts'
import { turnsFromText } from '../../../server/services/transcripts/formats/index.ts'
import { answersOf, askedFor } from '../../fakes/note-model.ts'
import { type ChatRequest, startFakeOpenAi } from '../../fakes/openai-server.ts'
import { reviewReply, statementsIn } from '../../fakes/reviewer.ts'

/** The words of a visit of 40 minutes, at 150 words a minute. */
const wordsMin = 6_000
const fieldCount = 20
const charactersPerToken = 4

const wordsOf = (turns: readonly string[]): number => turns.join(' ').split(/\s+/).length

/** A visit of 40 minutes: the bundled example sessions, one after the other. */
function longVisit(): string[] {
  const folder = join(import.meta.dirname, '../../../assets/example-sessions')
  const sessions = readdirSync(folder).map((name) =>
    exampleSession.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
  )
  const all = sessions.flatMap(({ transcript }) => turnsFromText(transcript))
  const turns: string[] = []
  for (let at = 0; wordsOf(turns) < wordsMin; at++) turns.push(all[at % all.length] ?? '')
  return turns
}

/** 20 fields that are written in this number of calls, because their temperatures differ. */
const fieldsIn = (groups: number): Field[] =>
  Array.from({ length: fieldCount }, (_, at) => ({
    id: `f${at}`,
    name: `Topic ${at}`,
    instructions: 'What the patient says about it, in two sentences.',
    type: 'string',
    temperature: (at % groups) / 10,
  }))

/** Answers each field with two sentences that were said, each with its quote. */
function answered(request: ChatRequest): string {
  const prompt = request.messages.at(-1)?.content ?? ''
  const said = [...prompt.matchAll(/^\[(\d+)\] Speaker 1: ([^.?!\n]{30,80}\.)/gm)].map(([, turn, quote = '']) => ({
    turn: Number(turn),
    quote,
  }))
  const answers = askedFor(request).map((name, at) => {
    const quotes = said.slice(at * 2, at * 2 + 2)
    const sentences = quotes.map((one) => ({ evidence: [one], text: one.quote }))
    return [name, { state: 'stated', evidence: [], value: [], sentences, confidence: 0.9 }]
  })
  return answersOf(Object.fromEntries(answers))
}

/** How many calls a note needed, and how many tokens of their prompts the provider had in its cache. */
interface NoteTokens {
  calls: number
  promptTokens: number
  uncachedTokens: number
}

/**
 * Measures the tokens that the calls of a note of 40 minutes with 20 fields and its review read. A local server plays the
 * provider. It counts four characters as a token, the schema of the answer included. It has the beginning of a prompt in
 * its cache, in steps of 128 tokens, if it has begun to answer an earlier request with the same beginning.
 * - `transcriptTokens`: the transcript alone, as it stands in the prompt
 * - `readingTokens`: everything that a call needs to read the transcript: schema, rules, visit and transcript
 * - `first`: the first note of a model
 * - `later`: the note of another visit, when only the schema and the rules are in the cache
 * - `groups`: the same, with fields that need five calls
 */
export async function promptFigures() {
  const turns = longVisit()
  const fake = await startFakeOpenAi(
    (request) =>
      statementsIn(request) === null
        ? { kind: 'text', content: answered(request) }
        : reviewReply(request, { verdict: () => 'supported' }),
    { cache: true },
  )
  try {
    const writer = openAiCompatibleWriter({ baseUrl: fake.baseUrl, model: 'm' })
    const note = async (visit: readonly string[], groups: number): Promise<NoteTokens> => {
      const used: TokenCount[] = []
      await generate({
        template: {
          id: 't',
          name: 'Progress note',
          group: 'Clinic',
          instructions: 'Be brief.',
          fields: fieldsIn(groups),
        },
        turns: visit,
        context: { patient: { name: 'Maya Okafor' }, current_visit: { date: '2026-10-14' } },
        writers: () => writer,
        signal: new AbortController().signal,
        onUsage: (_, tokens) => used.push(tokens),
      })
      const sum = (of: (tokens: TokenCount) => number) => used.reduce((total, one) => total + of(one), 0)
      const promptTokens = sum(({ inputTokens }) => inputTokens)
      const uncachedTokens = promptTokens - sum(({ cachedInputTokens = 0 }) => cachedInputTokens)
      return { calls: used.length, promptTokens, uncachedTokens }
    }
    const rotated = (by: number) => [...turns.slice(by), ...turns.slice(0, by)]
    const first = await note(turns, 1)
    const later = await note(rotated(2), 1)
    const before = fake.requests.length
    const groups = await note(rotated(4), 5)
    const prompts = fake.requests.slice(before).map(({ body }) => body.messages.at(-1)?.content ?? '')
    const [request] = fake.requests
    const system = request?.body.messages[0]?.content ?? ''
    const schema = JSON.stringify(request?.body.response_format ?? null)
    const [prompt = ''] = prompts
    const transcript = prompt.slice(prompt.indexOf('<transcript>'), prompt.indexOf('</transcript>'))
    const visit = prompt.slice(0, prompt.indexOf('<transcript>'))
    const tokens = (...texts: string[]) => Math.ceil(texts.join('').length / charactersPerToken)
    return {
      words: wordsOf(turns),
      transcriptTokens: tokens(transcript),
      readingTokens: tokens(schema, system, visit, transcript),
      first,
      later,
      groups,
      prompts,
    }
  } finally {
    await fake.close()
  }
}

/** Returns the figures as rows of a table. */
export function promptRows({
  words,
  transcriptTokens,
  readingTokens,
  first,
  later,
  groups,
}: Awaited<ReturnType<typeof promptFigures>>) {
  const share = ({ promptTokens, uncachedTokens }: NoteTokens) =>
    `${Math.round((100 * (promptTokens - uncachedTokens)) / promptTokens)} %`
  const row = (measure: string, { calls, promptTokens, uncachedTokens }: NoteTokens, cached: string) => ({
    measure: `${measure}: ${calls} calls, ${words} words`,
    figure: `${promptTokens} tokens, ${cached} from the cache; not from the cache ${uncachedTokens}: ${(uncachedTokens / transcriptTokens).toFixed(2)} x the transcript, ${(uncachedTokens / readingTokens).toFixed(2)} x one reading with the rules`,
    limit: '<= 1.15 x',
  })
  return [
    row('the first note of a model, with its review', first, share(first)),
    row('a later note of another visit, with its review', later, share(later)),
    row('the same with fields in five groups', groups, share(groups)),
  ]
}
