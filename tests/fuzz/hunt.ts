import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Surface } from './surface.ts'

/** How long to look for faults: a number of inputs, or a time in seconds. */
export type Effort = { inputs: number } | { seconds: number }

export interface Hunt {
  /** One line for each kind of fault, with the file that keeps its smallest input. */
  findings: string[]
  attempts: number
  /** In MB: the memory that the process used at the beginning, after each 1,000 attempts, and at the end. */
  memoryMb: number[]
}

/** The inputs that once showed a fault of this surface. */
async function keptInputs(corpus: string, name: string): Promise<unknown[]> {
  const files = (await readdir(corpus)).filter((file) => file.startsWith(`${name}-`)).sort()
  return Promise.all(files.map(async (file) => JSON.parse(await readFile(join(corpus, file), 'utf8')) as unknown))
}

async function keep(corpus: string, name: string, input: unknown): Promise<string> {
  const text = JSON.stringify(input, null, 1)
  const file = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`
  await writeFile(join(corpus, file), `${text}\n`)
  return file
}

/** The first line of the message, without numbers and ids, so that one kind of fault has one name. */
const kindOf = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '…').slice(0, 300)
}

/**
 * Tries the kept inputs, then random ones. Makes each input that shows a new kind of fault as small as possible, keeps it
 * in the folder `corpus`, and goes on. A repetition with the same seed draws the same inputs.
 */
export async function hunt<Input>(
  name: string,
  { inputs, attempt }: Surface<Input>,
  { effort, seed, corpus = join(import.meta.dirname, 'corpus') }: { effort: Effort; seed: number; corpus?: string },
): Promise<Hunt> {
  const [most, ms] = 'inputs' in effort ? [effort.inputs, 60 * 60_000] : [1e9, effort.seconds * 1000]
  const endAt = Date.now() + ms
  const findings = new Map<string, string>()
  const examples = (await keptInputs(corpus, name)).map((input): [Input] => [input as Input])
  const memoryMb: number[] = []
  let attempts = 0
  for (let round = 0; attempts < most && Date.now() < endAt; round += 1) {
    let kind = ''
    const property = fc.asyncProperty(inputs, async (input) => {
      attempts += 1
      if (attempts % 1000 === 1) memoryMb.push(Math.round(process.memoryUsage().rss / 2 ** 20))
      try {
        await attempt(input)
      } catch (error) {
        // While an input is made smaller, it must keep showing the same fault.
        if (findings.has(kindOf(error)) || (kind !== '' && kind !== kindOf(error))) return
        kind = kindOf(error)
        throw error
      }
    })
    const { failed, counterexample } = await fc.check(property, {
      seed: seed + round,
      numRuns: Math.max(1, most - attempts) + (round === 0 ? examples.length : 0),
      examples: round === 0 ? examples : [],
      interruptAfterTimeLimit: Math.max(1, endAt - Date.now()),
      markInterruptAsFailure: false,
    })
    if (failed && counterexample !== null) findings.set(kind, await keep(corpus, name, counterexample[0]))
  }
  memoryMb.push(Math.round(process.memoryUsage().rss / 2 ** 20))
  return { findings: [...findings].map(([kind, file]) => `${kind} (${file})`), attempts, memoryMb }
}
