import type { Field } from '../../lib/contracts/index.ts'
import { propose } from '../generation/index.ts'
import { describeFailure, Problem } from '../problem.ts'
import type { Services } from './index.ts'

/** Fields proposed for a description. Throws `model_failed` where a language model was asked and did not answer. */
export async function generateFields(
  { writers, log }: Pick<Services, 'writers' | 'log'>,
  input: string,
  signal: AbortSignal,
): Promise<{ fields: Field[] }> {
  try {
    const { fields } = await propose(writers(0), { kind: 'description', text: input, signal })
    return { fields }
  } catch (error) {
    if (signal.aborted) throw error
    log.warn(describeFailure(error), 'fields were not proposed')
    throw new Problem('model_failed')
  }
}
