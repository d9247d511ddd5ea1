import { Button, Code, List, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/List.css'
import '@mantine/core/styles/Code.css'
import { IconPin, IconPuzzle } from '@tabler/icons-react'
import { useState } from 'react'
import { type Subscribable, useSubscribed } from '../subscribable.ts'
import { Card } from '../ui/card.tsx'
import { Head } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { noSources, type SourcesPort } from './sources-port.ts'
import classes from './welcome.module.css'

interface WelcomeProps {
  sources: SourcesPort
  /** True if the toolbar shows Chartside's button. Null if the browser does not provide this information. */
  toolbar: Subscribable<boolean | null>
  /** Triggers the browser's prompt. Rejects if the user refused or there is no microphone. */
  ask: () => Promise<void>
}

/** Explains how to pin Chartside's button to the toolbar. Browsers hide the button of a new extension in a menu. */
function PinSteps() {
  return (
    <Card>
      <Stack gap="xs">
        <Text component="h3" fw={650}>
          Keep the Chartside button visible
        </Text>
        <Text>The browser hides new buttons in a menu.</Text>
        <List type="ordered" spacing="xs">
          <List.Item>
            Click the puzzle piece <IconPuzzle size={18} className={classes.icon} aria-hidden /> at the right of the
            address bar.
          </List.Item>
          <List.Item>
            Click the pin <IconPin size={18} className={classes.icon} aria-hidden /> beside Chartside.
          </List.Item>
        </List>
      </Stack>
    </Card>
  )
}

/** Explains why the microphone is needed, asks for it, and shows how to allow it after it was refused. */
export function Welcome({ sources, toolbar, ask }: WelcomeProps) {
  const pinned = useSubscribed(toolbar, null)
  const { permission } = useSubscribed(sources, noSources)
  const [asking, setAsking] = useState(false)
  const [without, setWithout] = useState(false)
  const [problem, setProblem] = useState<'refused' | 'none' | null>(null)

  async function allow() {
    setAsking(true)
    setProblem(null)
    try {
      await ask()
    } catch (error) {
      setProblem(error instanceof DOMException && error.name === 'NotFoundError' ? 'none' : 'refused')
    } finally {
      setAsking(false)
    }
  }

  return (
    <>
      <Head title="Chartside" subtitle="Records the visit and writes the note" initials={null} />
      <main className={classes.page}>
        <Stack gap="md">
          <Text component="h2" fz="xl" fw={650}>
            {permission === 'granted' ? 'The microphone is allowed' : 'Allow the microphone'}
          </Text>
          {permission === 'granted' ? (
            <>
              <Notice tone="good">Chartside can hear you when you press Record session, and only then.</Notice>
              <Card>
                <List type="ordered" spacing="xs">
                  <List.Item>Open a patient’s chart in your EHR.</List.Item>
                  <List.Item>Click the Chartside button in the toolbar. The panel opens beside the chart.</List.Item>
                  <List.Item>Sign in, press Record session, and talk.</List.Item>
                </List>
              </Card>
            </>
          ) : (
            <>
              <Text>
                Chartside records a visit only after you press Record session. Allow the microphone on this page first,
                because the browser cannot ask for it in the panel. You need to do this only once.
              </Text>
              {(permission === 'denied' || problem === 'refused') && (
                <Notice tone="look" title="The browser does not let Chartside use the microphone" urgent>
                  <List type="ordered" spacing={4}>
                    <List.Item>Click the icon at the left of the address bar of this page.</List.Item>
                    <List.Item>
                      Set <Code>Microphone</Code> to <Code>Allow</Code>.
                    </List.Item>
                    <List.Item>Come back to this page. This page notices the change by itself.</List.Item>
                  </List>
                  <Text mt={8} inherit>
                    If you cannot change the setting, your organisation controls this setting. Ask the person who
                    manages this browser.
                  </Text>
                </Notice>
              )}
              {problem === 'none' && (
                <Notice tone="look" urgent>
                  No microphone was found. Plug in a microphone, then try again.
                </Notice>
              )}
              <Button loading={asking} onClick={allow}>
                Allow the microphone
              </Button>
              {without ? (
                <Card>
                  <Text component="h3" fw={650}>
                    Without a microphone
                  </Text>
                  <List type="ordered" spacing="xs">
                    <List.Item>Open a patient’s chart in your EHR.</List.Item>
                    <List.Item>Click the Chartside button in the toolbar, and sign in.</List.Item>
                    <List.Item>
                      Type what happened, add a file, or choose an example session. Then choose a template.
                    </List.Item>
                  </List>
                </Card>
              ) : (
                <Button variant="default" onClick={() => setWithout(true)}>
                  Continue without a microphone
                </Button>
              )}
            </>
          )}
          {pinned !== true && <PinSteps />}
        </Stack>
      </main>
    </>
  )
}
