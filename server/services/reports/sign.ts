import type { Report } from '../../../lib/contracts/index.ts'
import type { UserActor } from '../../actor.ts'
import { Problem } from '../../problem.ts'
import type { Context } from '../index.ts'
import { changeReport } from './change.ts'

/** Signs a report as it stands at `version`; from then on nothing in it can be changed. A failed one cannot be signed. */
export const signReport = (context: Context, actor: UserActor, id: string, version: number): Promise<Report> =>
  changeReport(context, actor, id, version, ({ row }) => {
    if (row.status === 'failed')
      throw new Problem('locked', 'There is no note to sign. Write it, or fill it in by hand.')
    return {
      kind: 'signed',
      action: 'report.sign',
      status: 'signed',
      signature: { by: actor.email, at: context.clock.now() },
    }
  })

/** Takes the signature back, for a reason that stays in the history. Throws `locked` where nothing is signed. */
export const unlockReport = (
  context: Context,
  actor: UserActor,
  id: string,
  { version, reason }: { version: number; reason: string },
): Promise<Report> =>
  changeReport(
    context,
    actor,
    id,
    version,
    () => ({ kind: 'unlocked', action: 'report.unlock', reason, status: 'ready', signature: null }),
    'signed',
  )
