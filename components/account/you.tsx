import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChartHead } from '../page/chart-head.tsx'
import { Banners } from '../panel/banners.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { setByOrganisation, useRefusal } from '../policy.ts'
import { useSharedPorts } from '../ports.tsx'
import { BringBackCard } from '../recording/bring-back-card.tsx'
import { speechEngineQuery } from '../recording/speech-engine.ts'
import { useSubscribed } from '../subscribable.ts'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Frame } from '../ui/frame.tsx'
import { toast } from '../ui/toast.ts'
import { AccountCards } from './account-cards.tsx'
import { DevicesCard } from './devices-card.tsx'
import { LookCard } from './look-card.tsx'
import { OrganisationCard } from './organisation-card.tsx'
import type { AccountState } from './port.ts'
import { defaultSettings } from './settings-port.ts'
import { StyleCard } from './style-card.tsx'

/**
 * The sentence that says why the email cannot be changed now. If the server does not send the user id, transcripts and
 * recordings on this computer are stored under the email address. After a change of this address, nobody could open
 * them.
 */
const unsentWork =
  'You have unfinished work under your old email address: a transcript without a note, or a recording that was not sent. Finish or delete this work first.'
const unknown: AccountState = { status: 'unknown' }

/** Account screen: user, server, microphone, speech engine, color scheme, organisation, devices and sign-out. */
export function You() {
  const { account, settings, client } = useSharedPorts()
  const isServerLocked = useRefusal({ kind: 'change-server' }) !== null
  const { session, clear } = useSession()
  const who = useSubscribed(account, unknown)
  const { serverUrl, colorScheme } = useSubscribed(settings, defaultSettings)
  const [leaving, setLeaving] = useState(false)
  const engine = useQuery(speechEngineQuery(client))
  const email = who.status === 'signed-in' ? who.email : ''
  const hasUserId = who.status === 'signed-in' && who.userId !== undefined

  async function leave() {
    try {
      await account.signOut()
      clear()
    } catch (error) {
      toast('error', sentenceOf(error))
    }
  }

  return (
    <Frame head={<ChartHead bound={session.patient} />} banner={<Banners />} navigation>
      <Text component="h2" fz="lg" fw={650}>
        You
      </Text>
      <Card>
        <Group justify="space-between" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <Text fw={650}>Account</Text>
            <Text c="dimmed" truncate>
              {email}
            </Text>
          </Stack>
          <Button size="sm" variant="default" flex="none" onClick={() => setLeaving(true)}>
            Sign out
          </Button>
        </Group>
      </Card>
      {account.openPortal && <PortalCard openPortal={account.openPortal} />}
      <Card>
        <Group justify="space-between" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <Text fw={650}>Server and microphone</Text>
            <Text c="dimmed" truncate>
              {serverUrl}
            </Text>
            {isServerLocked && (
              <Text size="xs" c="dimmed">
                {setByOrganisation}
              </Text>
            )}
          </Stack>
          {settings.openOptions && (
            <Button size="sm" variant="default" flex="none" onClick={settings.openOptions}>
              Change
            </Button>
          )}
        </Group>
      </Card>
      <Card>
        <Text fw={650}>Speech</Text>
        <Text c="dimmed">
          {engine.data
            ? (engine.data.engine?.label ??
              engine.data.message ??
              'This server cannot turn speech into text. Type the note instead.')
            : 'Asking the server'}
        </Text>
      </Card>
      <LookCard settings={settings} colorScheme={colorScheme} />
      <BringBackCard />
      <StyleCard />
      {/* These cards are last, because their heights change after loading. Cards below them would jump. */}
      <OrganisationCard />
      <AccountCards
        client={client}
        isEmailHeldUp={async () => (!hasUserId && (await settings.hasUnsentWork()) ? unsentWork : null)}
        onEmailChanged={(newEmail) => void account.emailChanged(newEmail)}
        onSignedOut={() => void leave()}
      />
      <DevicesCard />
      <ConfirmDialog
        opened={leaving}
        title="Sign out"
        text="Text that you have not yet used for a note will be removed from all Chartside windows of this browser. Notes stay on the server."
        confirmLabel="Sign out"
        onConfirm={leave}
        onClose={() => setLeaving(false)}
      />
    </Frame>
  )
}

function PortalCard({ openPortal }: { openPortal: () => Promise<void> }) {
  const refusal = useRefusal({ kind: 'feature', feature: 'portal' })
  const opening = useMutation({
    mutationFn: openPortal,
    onError: (error) => toast('error', sentenceOf(error)),
  })
  return (
    <Card>
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <Text fw={650}>Portal</Text>
          <Text c="dimmed">
            {refusal ?? 'Opens the portal with your organisation, licences and account in a new tab.'}
          </Text>
        </Stack>
        <Button
          size="sm"
          variant="default"
          flex="none"
          loading={opening.isPending}
          disabled={refusal !== null}
          onClick={() => opening.mutate()}
        >
          Open the portal
        </Button>
      </Group>
    </Card>
  )
}
