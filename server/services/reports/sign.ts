import type { Report } from '../../../lib/contracts/index.ts'
import { type Person, refuseActing } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Context } from '../index.ts'
import { changeReport } from './change.ts'

/**
 * Signs a report. A signed report cannot be changed. Throws `not_found`, `changed_meanwhile` if the report was changed
 * since `version`, `locked` if the report failed, is not finished or is already signed, and `forbidden` for an
 * administrator who acts as another user.
 */
export async function signReport(context: Context, principal: Person, id: string, version: number): Promise<Report> {
  refuseActing(principal)
  return changeReport(
    context,
    principal,
    id,
    version,
    ({ row }) => {
      if (row.status === 'failed')
        throw new Problem(
          'locked',
          'There is no note to sign. First write the note again, or fill in its fields by hand.',
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

/**
 * Removes the signature. The reason is stored in the history. Throws `locked` if the report is not signed, and
 * `forbidden` for an administrator who acts as another user.
 */
export async function unlockReport(
  context: Context,
  principal: Person,
  id: string,
  { version, reason }: { version: number; reason: string },
): Promise<Report> {
  refuseActing(principal)
  return changeReport(
    context,
    principal,
    id,
    version,
    () => ({ kind: 'unlocked', action: 'report.unlock', reason, status: 'ready', signature: null }),
    'signed',
  )
}
