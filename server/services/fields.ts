import type { Field, FieldNamesRequest } from '../../lib/contracts/index.ts'
import { type Customer, ownerKey, ownerOf, type Person } from '../authority/index.ts'
import {
  ComputingFailedError,
  embeddedWriter,
  groupFailure,
  propose,
  type TokenCount,
  type Writer,
} from '../generation/index.ts'
import { Problem } from '../problem.ts'
import { countCost } from './access/meters.ts'
import { allowedWriters } from './allowed-models.ts'
import { nameDoubtfulFields } from './field-names.ts'
import type { Context } from './index.ts'
import { tellModelFailures, tooMuchToRead } from './model-failures.ts'
import { usageOf } from './model-usage.ts'
import { embeddedProvider } from './models.ts'

type Caller = Pick<Person, 'userId' | 'directory'> | Customer
type FieldsContext = Pick<Context, 'database' | 'writers' | 'computing' | 'log' | 'metrics' | 'clock'>

/**
 * Asks the writer of slot 0. If the caller is a customer of a developer organisation, the cost of the model is counted for
 * this customer. Throws `model_failed` with `message` in the log if the language model fails.
 */
async function askWriter<Answer>(
  context: FieldsContext,
  caller: Caller,
  { purpose, message, signal }: { purpose: 'fields' | 'names'; message: string; signal: AbortSignal },
  ask: (writer: Writer, onUsage: (tokens: TokenCount) => void) => Promise<Answer>,
): Promise<Answer> {
  const { log } = context
  const isSandbox = 'test' in caller && caller.test
  const writers = isSandbox ? () => embeddedWriter : await allowedWriters(context, ownerOf(caller))
  const writer = writers(0)
  const usage = usageOf(writers, log, purpose)
  try {
    return await ask(writer, (tokens) => usage.add(0, tokens))
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ComputingFailedError) throw tooMuchToRead(log, error)
    const failure = groupFailure(error, writer.slot ?? 0, writer.provider ?? embeddedProvider)
    await tellModelFailures(context, [failure], {}, { message })
    throw new Problem('model_failed').because(error)
  } finally {
    const spent = usage.told()
    if ('customerId' in caller) await countCost(context, caller.customerId, spent)
  }
}

/** Proposes fields for a description. Stores no field. Throws `model_failed` if the language model fails. */
export async function generateFields(
  context: FieldsContext,
  caller: Caller,
  input: string,
  signal: AbortSignal,
): Promise<{ fields: Field[] }> {
  const computing = context.computing(ownerKey(ownerOf(caller)))
  const asking = { purpose: 'fields', message: 'fields were not proposed', signal } as const
  const { fields } = await askWriter(context, caller, asking, (writer, onUsage) =>
    propose(writer, { kind: 'description', text: input, onUsage, signal }, computing),
  )
  return { fields }
}

/**
 * Proposes names for fields of a form whose labels are in doubt (product 11.10). Stores nothing. Throws `model_failed` if
 * the language model fails.
 */
export async function nameFields(
  context: FieldsContext,
  person: Person,
  request: FieldNamesRequest,
  signal: AbortSignal,
): Promise<{ names: (string | null)[] }> {
  const asking = { purpose: 'names', message: 'fields were not named', signal } as const
  const names = await askWriter(context, person, asking, (writer, onUsage) =>
    nameDoubtfulFields(writer, { ...request, onUsage, signal }),
  )
  return { names }
}
