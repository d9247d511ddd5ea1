import type { Field } from '../../lib/contracts/index.ts'
import { type Customer, ownerKey, ownerOf, type Person } from '../authority/index.ts'
import { ComputingFailedError, embeddedWriter, groupFailure, propose, type TokenCount } from '../generation/index.ts'
import { Problem } from '../problem.ts'
import { countCost } from './access/meters.ts'
import { allowedWriters } from './allowed-models.ts'
import type { Context } from './index.ts'
import { tellModelFailures, tooMuchToRead } from './model-failures.ts'
import { usageOf } from './model-usage.ts'

/**
 * Proposes fields for a description. Stores no field. If the caller is a customer of a developer organisation, the cost
 * of the model is counted for this customer. Throws `model_failed` if the language model fails.
 */
export async function generateFields(
  context: Pick<Context, 'database' | 'writers' | 'computing' | 'log' | 'metrics' | 'clock'>,
  caller: Pick<Person, 'userId' | 'directory'> | Customer,
  input: string,
  signal: AbortSignal,
): Promise<{ fields: Field[] }> {
  const { computing, log } = context
  const isSandbox = 'test' in caller && caller.test
  const writers = isSandbox ? () => embeddedWriter : await allowedWriters(context, ownerOf(caller))
  const writer = writers(0)
  const usage = usageOf(writers, log, 'fields')
  try {
    const request = { kind: 'description' as const, text: input, onUsage: (tokens: TokenCount) => usage.add(0, tokens) }
    const { fields } = await propose(writer, { ...request, signal }, computing(ownerKey(ownerOf(caller))))
    return { fields }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ComputingFailedError) throw tooMuchToRead(log, error)
    const failure = groupFailure(error, writer.slot ?? 0, writer.provider ?? 'embedded')
    await tellModelFailures(context, [failure], {}, { message: 'fields were not proposed' })
    throw new Problem('model_failed').because(error)
  } finally {
    const spent = usage.told()
    if ('customerId' in caller) await countCost(context, caller.customerId, spent)
  }
}
