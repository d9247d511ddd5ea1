import type { Report } from '../../../lib/contracts/index.ts'
import { wrongParts } from '../../../lib/report/index.ts'
import type { Person } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Context } from '../index.ts'
import { changeReport } from './change.ts'

/**
 * Signs a report. A signed report cannot be changed. Throws `not_found`, `changed_meanwhile` if the report was changed
 * since `version`, and `locked` if the report failed, is not finished or is already signed, or if nobody has decided
 * about a value that is probably wrong.
 */
export async function signReport(context: Context, principal: Person, id: string, version: number): Promise<Report> {
  return changeReport(
    context,
    principal,
    id,
    version,
    ({ row, content }) => {
      if (row.status === 'failed')
        throw new Problem(
          'locked',
          'There is no note to sign. First write the note again, or fill in its fields by hand.',
        )
      const wrongCount = content.results.flatMap(wrongParts).length
      if (wrongCount > 0)
        throw new Problem(
          'locked',
          `This note has ${wrongCount === 1 ? '1 statement' : `${wrongCount} statements`} that may be wrong. Correct or accept ${wrongCount === 1 ? 'it' : 'each of them'}, then sign.`,
        )
      return {
        kind: 'signed',
        action: 'report.sign',
        status: 'signed',
        signature: { by: principal.email, at: context.clock.now() },
      }
    },
    'to sign',
  )
}

export async function unlockReport(
  context: Context,
  principal: Person,
  id: string,
  { version, reason }: { version: number; reason: string },
): Promise<Report> {
  return changeReport(
    context,
    principal,
    id,
    version,
    () => ({ kind: 'unlocked', action: 'report.unlock', reason, status: 'ready', signature: null }),
    'signed',
  )
}
