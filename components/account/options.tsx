import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { noPolicy, PolicyRefusal, policyAllows } from '../../lib/policy/index.ts'
import type { Recorder } from '../../lib/transcript/recording-state.ts'
import type { SitesPort } from '../page/sites-port.ts'
import { type PolicyPort, setByOrganisation } from '../policy.ts'
import { noSources, type SourcesPort } from '../recording/sources-port.ts'
import { useMicrophoneChoice } from '../recording/use-microphone-choice.ts'
import classes from '../recording/welcome.module.css'
import { useSubscribed } from '../subscribable.ts'
import { Card } from '../ui/card.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Head } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'
import { KeysCard, type KeysPort } from './keys-card.tsx'
import { LedgerCard } from './ledger-card.tsx'
import type { LedgerPort } from './ledger-words.ts'
import { LookCard } from './look-card.tsx'
import { PolicyCard } from './policy-card.tsx'
import { defaultSettings, type SettingsPort } from './settings-port.ts'
import { SitesCard } from './sites-card.tsx'

interface OptionsProps {
  /** The recorder of this browser. A running recording continues with the microphone that is chosen on this page. */
  recorder: Recorder
  settings: SettingsPort
  sources: SourcesPort
  sites: SitesPort
  policy: PolicyPort
  /** The records of all data that was sent from this browser. */
  ledger: LedgerPort
  keys: KeysPort
}

type Check =
  | { state: 'idle' }
  | { state: 'checking' }
  | { state: 'asking' }
  | { state: 'good' | 'bad'; message: string }

const MicrophoneSelect = lazy(async () => ({
  default: (await import('../recording/microphone-select.tsx')).MicrophoneSelect,
}))

/**
 * The settings page: server address, microphone, allowed sites and color scheme. It also shows the policy and the
 * record of sent data. A server address is stored only if a Chartside server answers there.
 */
export function Options({ recorder, settings, sources, sites, policy, ledger, keys }: OptionsProps) {
  const { serverUrl, microphoneId, colorScheme } = useSubscribed(settings, defaultSettings)
  const { permission, devices } = useSubscribed(sources, noSources)
  const reading = useSubscribed(policy, noPolicy)
  const serverRefusal = policyAllows(reading, { kind: 'change-server' })
  const chooseMicrophone = useMicrophoneChoice(recorder, settings)
  const [typedAddress, setTypedAddress] = useState(serverUrl)
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  useEffect(() => setTypedAddress(serverUrl), [serverUrl])

  async function save(confirmed: boolean) {
    const url = addressOf(typedAddress)
    if (url === null) {
      setCheck({
        state: 'bad',
        message:
          'Enter an address that begins with https://. An address that begins with http:// is accepted only if the server runs on this computer.',
      })
      return
    }
    setCheck({ state: 'checking' })
    try {
      const { version } = await settings.checkServer(url)
      if (!confirmed && url !== serverUrl && (await settings.hasUnsentWork())) {
        setCheck({ state: 'asking' })
        return
      }
      await settings.update({ serverUrl: url })
      setCheck({ state: 'good', message: `Saved. A Chartside server (version ${version}) answers at this address.` })
    } catch (error) {
      if (error instanceof PolicyRefusal) return setCheck({ state: 'bad', message: error.message })
      setCheck({
        state: 'bad',
        message:
          'No Chartside server answers at this address, so the server was not changed. Check the address and try again.',
      })
    }
  }

  return (
    <>
      <Head title="Chartside settings" subtitle="" initials={null} />
      <main className={classes.page}>
        <Stack gap="md">
          <Card>
            <form
              onSubmit={(event: FormEvent) => {
                event.preventDefault()
                void save(false)
              }}
            >
              <Stack gap="sm">
                <TextInput
                  label="Server address"
                  description={serverRefusal === null ? undefined : setByOrganisation}
                  readOnly={serverRefusal !== null}
                  value={typedAddress}
                  onChange={(event) => {
                    setTypedAddress(event.currentTarget.value)
                    setCheck({ state: 'idle' })
                  }}
                  inputMode="url"
                  autoComplete="off"
                  spellCheck={false}
                />
                {(check.state === 'good' || check.state === 'bad') && (
                  <Notice tone={check.state}>{check.message}</Notice>
                )}
                {check.state === 'asking' && (
                  <Notice
                    tone="look"
                    urgent
                    action={
                      <Button size="sm" variant="default" onClick={() => void save(true)}>
                        Change the server
                      </Button>
                    }
                  >
                    Some of your work has not reached the server yet. If you change the server, you are signed out, and
                    this work stays on this computer. To send it, enter the old address again.
                  </Notice>
                )}
                {serverRefusal === null && (
                  <Group justify="flex-end">
                    <Button type="submit" loading={check.state === 'checking'} disabled={!typedAddress.trim()}>
                      Check and save
                    </Button>
                  </Group>
                )}
              </Stack>
            </form>
          </Card>
          <Card>
            <Stack gap="sm">
              {permission === 'granted' ? (
                <Suspense fallback={<Skeleton height={58} />}>
                  <MicrophoneSelect
                    devices={devices}
                    chosenId={microphoneId}
                    onChoose={(deviceId) =>
                      void chooseMicrophone(deviceId).catch((error) => toast('error', sentenceOf(error)))
                    }
                  />
                </Suspense>
              ) : (
                <Notice
                  tone="look"
                  action={
                    <Button size="sm" variant="default" onClick={sources.openWelcome}>
                      Allow the microphone
                    </Button>
                  }
                >
                  Chartside is not allowed to use the microphone yet. Allow the microphone.
                </Notice>
              )}
            </Stack>
          </Card>
          <SitesCard sites={sites} />
          <PolicyCard reading={reading} />
          <LedgerCard ledger={ledger} />
          <KeysCard keys={keys} />
          <LookCard settings={settings} colorScheme={colorScheme} />
        </Stack>
      </main>
    </>
  )
}

const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** Returns the address without slashes at its end. Null if it is invalid, or uses plain HTTP for another computer. */
function addressOf(input: string): string | null {
  const text = input.trim().replace(/\/+$/, '')
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return null
  // Plain HTTP is allowed only for this computer: on a network, others could read passwords and sessions.
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopback(hostname) ? text : null
}
