import type { Field } from '../../lib/contracts/index.ts'
import { ComputingFailedError, groupFailure, propose } from '../generation/index.ts'
import { Problem } from '../problem.ts'
import type { Services } from './index.ts'
import { modelFailureLog, tooMuchToRead } from './model-failures.ts'

/** Proposes fields for a description. Throws `model_failed` if the language model fails. */
export async function generateFields(
  { writers, computing, log }: Pick<Services, 'writers' | 'computing' | 'log'>,
  input: string,
  signal: AbortSignal,
): Promise<{ fields: Field[] }> {
  const writer = writers(0)
  try {
    const { fields } = await propose(writer, { kind: 'description', text: input, signal }, computing())
    return { fields }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ComputingFailedError) throw tooMuchToRead(log, error)
    for (const failure of modelFailureLog([groupFailure(error, 0, writer.provider ?? 'embedded')]))
      log.warn(failure, 'fields were not proposed')
    throw new Problem('model_failed').because(error)
  }
}
