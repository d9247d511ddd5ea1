import { Button, Text, TextInput } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import { elapsedText } from '../../lib/transcript/elapsed.ts'
import { ChartHead } from '../page/chart-head.tsx'
import { Card } from '../ui/card.tsx'
import { LoadingCards } from '../ui/faces.tsx'
import { Frame } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { tellCopied } from '../ui/toast.ts'
import classes from './dictation-box.module.css'
import { wordsOf } from './insert.ts'
import { nameOfField } from './page-dictation-words.ts'
import type { PageDictation } from './use-page-dictation.ts'

/** Dictation into one field of the page: whose page, which field, what was heard, and what was written. */
export function PageDictationScreen({ into }: { into: PageDictation }) {
  const { state } = into
  const [name, setName] = useState('')
  const { step } = state
  // The controls of the step before are gone. Screen readers read the title of the screen, then the messages.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has other controls
  useLayoutEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus()
  }, [step])
  const target = 'target' in state ? state.target : null
  const field = target ? nameOfField(target.field) : ''

  return (
    <Frame head={<ChartHead bound={target?.reading.patient ?? null} />} action={<Actions into={into} name={name} />}>
      {step === 'looking' && <LoadingCards count={1} />}
      {target && (
        <Card role="group" aria-label="Field of the page">
          <Text size="xs" c="dimmed">
            {step === 'written' ? 'Dictated into' : 'Dictate into'}
          </Text>
          <Text component="h2" fw={650} style={{ overflowWrap: 'anywhere' }}>
            {field}
          </Text>
          {(step === 'listening' || step === 'writing') && <Heard into={into} />}
          {(step === 'written' || step === 'unwritten') && state.words !== '' && (
            <Text mt={4} style={{ overflowWrap: 'anywhere' }}>
              {state.words}
            </Text>
          )}
        </Card>
      )}
      {step === 'asking' && (
        <Notice tone="look" title="The page does not show whose chart it is">
          <TextInput
            mt={4}
            label="Type the patient’s name to continue"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="off"
          />
        </Notice>
      )}
      {step === 'written' && (
        <Notice
          tone="good"
          title="Written, and checked on the page"
          action={
            <Button size="sm" variant="default" onClick={() => void into.undo()}>
              Undo
            </Button>
          }
        />
      )}
      {step === 'unwritten' && <Unwritten {...state} />}
      {step === 'refused' && (
        <Notice
          tone="look"
          urgent
          action={
            state.notAllowed && (
              <Button size="sm" variant="default" onClick={state.notAllowed.allow}>
                Allow the microphone
              </Button>
            )
          }
        >
          {state.reason}
        </Notice>
      )}
      {step === 'listening' &&
        into.dictation.problems.map((problem) => (
          <Notice key={problem} tone="bad" urgent>
            {problem}
          </Notice>
        ))}
      <Text size="xs" c="dimmed" ta="center" mt="auto">
        Chartside writes only into this field. It never saves or signs the form.
      </Text>
    </Frame>
  )
}

function Heard({ into: { state, dictation } }: { into: PageDictation }) {
  const { phase, turns, elapsedMs } = dictation
  const waiting =
    state.step === 'writing'
      ? 'Writing into the page'
      : phase === 'recording'
        ? 'Listening. Your words appear here.'
        : phase === 'idle'
          ? 'Not listening.'
          : phase === 'starting'
            ? 'Starting to listen'
            : 'Finishing'
  return (
    <>
      <Text className={classes.heard} role="log" aria-label="Heard so far" c="dimmed" mt={4} px={0}>
        {wordsOf(turns) || waiting}
      </Text>
      {elapsedMs !== null && (
        <Text size="xs" className={classes.listening}>
          Listening · {elapsedText(elapsedMs)}
        </Text>
      )}
    </>
  )
}

function Unwritten({ words, reason, isInSession }: { words: string; reason: string; isInSession: boolean }) {
  const copy = () => tellCopied(() => navigator.clipboard.writeText(words), 'Copied. Paste it into the page.')
  return (
    <Notice
      tone="look"
      urgent
      action={
        words !== '' && (
          <Button size="sm" variant="default" onClick={() => void copy()}>
            Copy
          </Button>
        )
      }
    >
      {reason} {isInSession && 'Your words are kept in the text of the session.'}
    </Notice>
  )
}

function Actions({ into, name }: { into: PageDictation; name: string }) {
  const { state, dictation } = into
  switch (state.step) {
    case 'off':
    case 'looking':
      return null
    case 'asking':
      return (
        <>
          <Button variant="default" onClick={into.close}>
            Cancel
          </Button>
          <Button flex={1} disabled={name.trim() === ''} onClick={() => into.confirm(name)}>
            Dictate
          </Button>
        </>
      )
    case 'listening':
    case 'writing':
      return (
        <>
          <Button variant="default" disabled={state.step === 'writing'} onClick={() => void into.discard()}>
            Discard
          </Button>
          {dictation.phase === 'idle' && state.step === 'listening' ? (
            <Button flex={1} onClick={() => void dictation.start()}>
              Try again
            </Button>
          ) : (
            <Button flex={1} loading={dictation.phase !== 'recording'} onClick={() => void dictation.stop()}>
              Finish and write
            </Button>
          )}
        </>
      )
    case 'refused':
      return (
        <>
          <Button variant="default" flex={1} onClick={into.close}>
            Close
          </Button>
          <Button flex={1} onClick={() => void into.start()}>
            Try again
          </Button>
        </>
      )
    case 'written':
    case 'unwritten':
      return (
        <>
          <Button variant="default" flex={1} onClick={() => void into.start()}>
            Dictate again
          </Button>
          <Button flex={1} onClick={into.close}>
            Done
          </Button>
        </>
      )
  }
}
