import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { administratorLine, policyAllows, problemFor } from '../../lib/policy/index.ts'
import { setByOrganisation, usePolicy } from '../policy.ts'
import { type UpdateOutcome, usePorts } from '../ports.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'
import { CopyForAdministrator } from './refusal-notice.tsx'

const version = { kind: 'version' } as const

/** What follows if the update was not installed. */
const words: Record<UpdateOutcome, string> = {
  installing: 'The browser installs the update.',
  none: 'The browser finds no newer version. Ask your administrator to publish it.',
  busy: 'The update waits until nothing is recorded or sent. Typed words would be erased: copy them and clear them.',
}

/**
 * Says that the organisation needs a newer version of the extension, and installs it on a click (product 13.26). Empty
 * if this version is new enough.
 */
export function UpdateNotice() {
  const { installUpdate } = usePorts()
  const reading = usePolicy()
  const update = useMutation({ mutationFn: installUpdate })
  const refusal = policyAllows(reading, version)
  if (refusal === null) return null
  const outcome = update.error ? sentenceOf(update.error) : update.data && words[update.data]
  return (
    <Notice
      tone="look"
      title={setByOrganisation}
      // An error of the policy has a notice of its own, with the line.
      action={
        problemFor(reading, version) === null && (
          <>
            <Button size="compact-sm" loading={update.isPending} onClick={() => update.mutate()}>
              Update now
            </Button>
            <CopyForAdministrator line={administratorLine(reading, version)} />
          </>
        )
      }
    >
      {refusal} Until then, nothing new is recorded, written or filled. Recordings that wait are sent, and earlier notes
      can be read. {outcome}
    </Notice>
  )
}
