import { Loader } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { missingLine, noPolicy } from '../../lib/policy/index.ts'
import type { PolicyPort } from '../policy.ts'
import { useSubscribed } from '../subscribable.ts'
import { EmptyFace } from '../ui/faces.tsx'
import { ForAdministrator } from '../ui/for-administrator.tsx'
import { Frame, Head } from '../ui/frame.tsx'

/** Time in milliseconds after which the reason for the waiting is shown. Most browsers deliver the policy before. */
const reasonAfterMs = 10_000

/**
 * Shows its children when the policy of the organisation is known. Before, shows that Chartside waits: the children
 * could otherwise call a server that the organisation does not allow.
 */
export function AfterPolicy({ policy, children }: { policy: PolicyPort; children: ReactNode }) {
  return useSubscribed(policy, noPolicy).awaited ? <AwaitedPolicy /> : children
}

function AwaitedPolicy() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), reasonAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Frame head={<Head title="Chartside" subtitle="" initials={null} />}>
      <EmptyFace
        icon={<Loader size="sm" aria-hidden />}
        title="Waiting for your organisation"
        action={isLate ? <ForAdministrator line={missingLine} /> : undefined}
      >
        {isLate
          ? 'Your organisation has installed Chartside, but this browser has not received the settings yet. Chartside starts by itself when they arrive. Until then, nothing is recorded or sent.'
          : 'The settings of your organisation are on their way. This takes a few seconds.'}
      </EmptyFace>
    </Frame>
  )
}
