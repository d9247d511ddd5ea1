import type { Field } from '../../lib/contracts/index.ts'
import type { Person } from '../authority/index.ts'
import { ComputingFailedError, groupFailure, propose } from '../generation/index.ts'
import { Problem } from '../problem.ts'
import { allowedWriters } from './allowed-models.ts'
import type { Context } from './index.ts'
import { modelFailureLog, tooMuchToRead } from './model-failures.ts'

/** Proposes fields for a description. Throws `model_failed` if the language model fails. */
export async function generateFields(
  context: Pick<Context, 'database' | 'writers' | 'computing' | 'log'>,
  { directory }: Pick<Person, 'directory'>,
  input: string,
  signal: AbortSignal,
): Promise<{ fields: Field[] }> {
  const { computing, log } = context
  const writer = (await allowedWriters(context, directory?.id ?? null))(0)
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
