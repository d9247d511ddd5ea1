import { Button, CopyButton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  administratorLine,
  type PolicyAction,
  type PolicyProblem,
  policyAllows,
  problemFor,
  problemLine,
} from '../../lib/policy/index.ts'
import { setByOrganisation, usePolicy } from '../policy.ts'
import { Notice } from '../ui/notice.tsx'

export function CopyForAdministrator({ line }: { line: string }) {
  return (
    <CopyButton value={line}>
      {({ copied, copy }) => (
        <Button size="compact-sm" variant="subtle" onClick={copy}>
          {copied ? 'Copied' : 'Copy a line for your administrator'}
        </Button>
      )}
    </CopyButton>
  )
}

/** Says why the organisation refuses an action, with a line for the administrator. Empty if it allows the action. */
export function RefusalNotice({ action }: { action: PolicyAction }) {
  const reading = usePolicy()
  const refusal = policyAllows(reading, action)
  if (refusal === null) return null
  return (
    <Notice
      tone="look"
      title={setByOrganisation}
      // An error of the policy has a notice of its own, with the line.
      action={
        problemFor(reading, action) === null && <CopyForAdministrator line={administratorLine(reading, action)} />
      }
    >
      {refusal}
    </Notice>
  )
}

interface ProblemsNoticeProps {
  problems: readonly PolicyProblem[]
  children: ReactNode
}

/** Says that the policy of the organisation has errors, with a line for the administrator. Empty without errors. */
export function ProblemsNotice({ problems, children }: ProblemsNoticeProps) {
  if (problems.length === 0) return null
  return (
    <Notice
      tone="look"
      title="The Chartside settings of your organisation contain errors"
      action={<CopyForAdministrator line={problemLine(problems)} />}
    >
      {children}
    </Notice>
  )
}

export function PolicyProblems() {
  const { problems } = usePolicy()
  return (
    <ProblemsNotice problems={problems}>
      <Text inherit>
        Until your administrator corrects them, some things are not allowed: {problems.map(({ key }) => key).join(', ')}
        .
      </Text>
    </ProblemsNotice>
  )
}
