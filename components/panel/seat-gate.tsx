import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { noSeatSentence } from '../../lib/contracts/seat.ts'
import {
  administratorLine,
  type PolicyAction,
  type PolicyReading,
  policyAllows,
  problemFor,
} from '../../lib/policy/index.ts'
import { useDirectories } from '../account/use-directories.ts'
import { usePolicyDirectory } from '../account/use-policy-directory.ts'
import { usePolicy } from '../policy.ts'
import { EmptyFace, FailedFace, LoadingCards } from '../ui/faces.tsx'
import { ForAdministrator } from '../ui/for-administrator.tsx'
import { Frame, Head } from '../ui/frame.tsx'
import { IconUsers } from '../ui/icons.ts'

/** Where people can sign out and accept an invitation. It needs no seat. */
const accountPath = '/you'

const work: PolicyAction = { kind: 'work' }

interface SeatGateProps {
  email: string
  hasAccount: boolean
  children: ReactNode
}

/**
 * Shows its children to a person who works in the directory of the policy. Everybody else reads why nothing can be
 * recorded, written or read, and whom to ask (product 13.23). Without a directory in the policy, everybody is let in.
 */
export function SeatGate({ email, hasAccount, children }: SeatGateProps) {
  const reading = usePolicy()
  const { directoryId } = reading.policy
  const refusal = policyAllows(reading, work)
  const { items, isSuccess, isFetching, error, refetch } = useDirectories()
  const choice = usePolicyDirectory()
  const [location] = useLocation()
  if (directoryId === undefined || (hasAccount && location === accountPath)) return children
  const isMember = items.some((directory) => directory.directoryId === directoryId)
  if (refusal === null && (isMember || !isSuccess)) return children
  const failure = choice.error ?? (isSuccess ? null : error)
  const retry = () => {
    choice.retry()
    void refetch()
  }
  return (
    <Frame head={<Head title="Chartside" subtitle={email} initials={null} />}>
      {isSuccess && !isMember ? (
        <NoSeat {...{ email, reading, hasAccount, isFetching }} onCheck={retry} />
      ) : failure === null ? (
        <LoadingCards />
      ) : (
        <FailedFace error={failure} onRetry={retry} />
      )}
    </Frame>
  )
}

interface NoSeatProps extends Omit<SeatGateProps, 'children'> {
  reading: PolicyReading
  isFetching: boolean
  onCheck: () => void
}

function NoSeat({ email, reading, hasAccount, isFetching, onCheck }: NoSeatProps) {
  const hasError = problemFor(reading, work) !== null
  const line = administratorLine(reading, work)
  return (
    <EmptyFace
      icon={<IconUsers size={24} />}
      title={hasError ? 'The settings have an error' : 'You have no seat here'}
      action={
        <Stack w="100%">
          <ForAdministrator line={hasError ? line : `${line} The person: ${email}`} />
          <Button size="sm" loading={isFetching} onClick={onCheck}>
            Check again
          </Button>
          {hasAccount && (
            <Button size="sm" variant="default" component={Link} href={accountPath}>
              Open your account
            </Button>
          )}
        </Stack>
      }
    >
      {policyAllows(reading, work) ?? noSeatSentence} Until then, Chartside records, writes and reads nothing here.
      Recordings that wait stay encrypted on this computer.
    </EmptyFace>
  )
}
