import type { ExampleResult, TemplateGenerationRequest } from '../../lib/contracts/index.ts'
import { type Customer, ownerKey, ownerOf, type Person } from '../authority/index.ts'
import { ComputingFailedError, embeddedWriter, NoAnswerError, NothingSaidError } from '../generation/index.ts'
import { Problem } from '../problem.ts'
import { countCost } from './access/meters.ts'
import { allowedWriters } from './allowed-models.ts'
import type { Context } from './index.ts'
import { refuseProblems } from './layouts/index.ts'
import { tellModelFailures, tooMuchToRead } from './model-failures.ts'
import { usageOf } from './model-usage.ts'
import { turnsFromText } from './transcripts/formats/index.ts'

/**
 * Runs a template on a transcript, so that the author of the template sees an example. Stores no note and uses no
 * document credit. If the caller is a customer of a developer organisation, the cost of the models is counted for this
 * customer. Throws `nothing_said` if the transcript has no words, and `model_failed`, with the message of the engine,
 * if no field could be generated.
 */
export async function generateExamples(
  inside: Pick<Context, 'database' | 'generate' | 'writers' | 'computing' | 'log' | 'metrics' | 'clock'>,
  caller: Pick<Person, 'userId' | 'directory'> | Customer,
  { template, transcript, context, style }: TemplateGenerationRequest,
  signal: AbortSignal,
): Promise<{ results: ExampleResult[] }> {
  const { generate, computing, log } = inside
  refuseProblems(template)
  const isSandbox = 'test' in caller && caller.test
  const writers = isSandbox ? () => embeddedWriter : await allowedWriters(inside, ownerOf(caller))
  const turns = turnsFromText(transcript)
  const usage = usageOf(writers, log, 'example')
  try {
    const fullTemplate = { id: 'example', ...template }
    const { results, notices } = await generate({
      template: fullTemplate,
      turns,
      context,
      ...(style === undefined ? {} : { style }),
      // An example is no note, so it is not reviewed.
      writers: (slot) => ({ ...writers(slot), reviewer: null }),
      computing: computing(ownerKey(ownerOf(caller))),
      onUsage: usage.add,
      signal,
    })
    const [notice] = notices
    if (notice !== undefined && results.every(({ value, state }) => value.length === 0 && state !== 'unclear'))
      throw new Problem('model_failed', notice)
    return { results }
  } catch (error) {
    if (error instanceof NoAnswerError) {
      await tellModelFailures(inside, error.failures, {})
      throw new Problem('model_failed', error.message).because(error)
    }
    if (error instanceof ComputingFailedError) throw tooMuchToRead(log, error)
    if (error instanceof NothingSaidError)
      throw new Problem(
        'nothing_said',
        'This transcript is empty. Choose a transcript in which somebody speaks.',
      ).because(error)
    throw error
  } finally {
    const spent = usage.told()
    if ('customerId' in caller) await countCost(inside, caller.customerId, spent)
  }
}
