import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { noSeatSentence } from '../../lib/contracts/seat.ts'
import { useDirectories } from '../account/use-directories.ts'
import { usePolicyDirectory } from '../account/use-policy-directory.ts'
import { usePolicy, useRefusal } from '../policy.ts'
import { EmptyFace, FailedFace, LoadingCards } from '../ui/faces.tsx'
import { ForAdministrator } from '../ui/for-administrator.tsx'
import { Frame, Head } from '../ui/frame.tsx'
import { IconUsers } from '../ui/icons.ts'

/** Where people can sign out and accept an invitation. It needs no seat. */
const accountPath = '/you'

interface SeatGateProps {
  email: string
  /** True if the page has the account screen. */
  hasAccount: boolean
  children: ReactNode
}

/**
 * Shows its children to a person who works in the directory of the policy. Everybody else reads why nothing can be
 * recorded, written or read, and whom to ask (product 13.23). Without a directory in the policy, everybody is let in.
 */
export function SeatGate({ email, hasAccount, children }: SeatGateProps) {
  const { directoryId } = usePolicy().policy
  const refusal = useRefusal({ kind: 'work' })
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
        <NoSeat {...{ email, directoryId, hasAccount, isFetching }} onCheck={retry} />
      ) : failure === null ? (
        <LoadingCards />
      ) : (
        <FailedFace error={failure} onRetry={retry} />
      )}
    </Frame>
  )
}

interface NoSeatProps extends Omit<SeatGateProps, 'children'> {
  directoryId: string
  isFetching: boolean
  onCheck: () => void
}

function NoSeat({ email, directoryId, hasAccount, isFetching, onCheck }: NoSeatProps) {
  const line = `${email} has no seat in the Chartside organisation ${directoryId || '(its id is not valid)'}. Invite this person in the portal: Organisation, People.`
  return (
    <EmptyFace
      icon={<IconUsers size={24} />}
      title="You have no seat here"
      action={
        <Stack w="100%">
          <ForAdministrator line={line} />
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
      {noSeatSentence} Until then, Chartside records, writes and reads nothing here. Recordings that wait stay encrypted
      on this computer.
    </EmptyFace>
  )
}
