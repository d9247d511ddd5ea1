import { Box, Button, Stack } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { DictationBox } from '../../components/dictation/dictation-box.tsx'
import { useSubscribed } from '../../components/subscribable.ts'
import { sentenceOf } from '../../components/ui/failure.ts'
import { Notice } from '../../components/ui/notice.tsx'
import { returnFocus } from '../../components/ui/return-focus.ts'
import { customerEndpoints } from '../../lib/contracts/index.ts'
import { idleRecording, type Recorder } from '../../lib/transcript/recording-state.ts'
import type { DictationSetup } from '../messages.ts'
import type { ChosenMicrophone } from './frame-microphone.tsx'
import type { PageAround } from './page-around.ts'
import { type Accepted, isOtherBinding, whyNoSound } from './session.ts'

// Loaded when it is opened, so that other people's pages load less.
const FrameMicrophone = lazy(async () => ({ default: (await import('./frame-microphone.tsx')).FrameMicrophone }))

type Keeping = { kind: 'no' | 'keeping' | 'kept' } | { kind: 'failed'; sentence: string }

/**
 * The dictation box in a page. With the scope `embed-text`, the page gets the text if the organisation has
 * allowed it for the origin of the page. Otherwise the text is kept as a
 * transcript, and the page gets its identifier (product 12.87).
 */
export function EmbeddedDictation(props: { page: PageAround; setup: DictationSetup } & Accepted) {
  const { page, setup, session, recorder } = props
  const [text, setText] = useState(setup.value ?? '')
  const telling = useMemo<Recorder>(
    () => ({
      ...recorder,
      async stop() {
        const take = await recorder.stop()
        if (session.givesText()) page.tell({ name: 'words', turns: take.turns })
        return take
      },
    }),
    [recorder, page, session],
  )
  const [changing, setChanging] = useState(false)
  /** Null: the microphone that the page has set. */
  const [ownMicrophone, setOwnMicrophone] = useState<ChosenMicrophone | null>(null)
  const microphone = ownMicrophone ?? { id: setup.microphoneId, gain: setup.gain }
  const tellProblem = useCallback((message: string) => page.tell({ name: 'error', message }), [page])
  const silent = whyNoSound(session)
  const mayDictate = !setup.disabled && silent === null
  const { keeping, keep, forget } = useKeeping(props)
  const recording = useSubscribed(recorder, idleRecording).phase !== 'idle'

  const lastValue = useRef(setup.value)
  useEffect(() => {
    if (lastValue.current === setup.value) return
    lastValue.current = setup.value
    if (setup.value !== null) setText(setup.value)
  }, [setup.value])

  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(text)
  latest.current = text
  /** True if the last save stored less than the box then contained. */
  const [hasRest, setHasRest] = useState(false)
  /** Null, or the sentence that the page has given the token of somebody else while a dictation was running. */
  const [warning, setWarning] = useState<string | null>(null)
  const checkToken = async () => {
    setWarning(null)
    try {
      await session.checkToken()
    } catch (error) {
      // Let the user finish a running dictation: its words come into the box, and nothing is sent.
      if (!isOtherBinding(error) || !recording) throw error
      setWarning(sentenceOf(error))
      page.tell({ name: 'error', message: sentenceOf(error) })
    }
  }
  const save = async () => {
    setWarning(null)
    if (!(await keep(text))) return
    // The text stays editable while it is being saved. Words that were typed meanwhile are in no transcript.
    const rest = restOf(latest.current, text)
    setText(rest)
    setHasRest(rest !== '')
    // The button disappears with the text. Without a new focus, the Tab key would start at the top of the page.
    returnFocus(box.current?.querySelector('textarea'))
  }
  const change = (value: string) => {
    setText(value)
    forget()
    if (!session.givesText()) return
    // The page may send the same text back. Such an echo must not replace text that was typed meanwhile.
    lastValue.current = value
    page.tell({ name: 'change', value })
  }
  return (
    <Stack gap="xs" ref={box}>
      <DictationBox
        label={setup.label}
        placeholder={setup.placeholder ?? (mayDictate ? 'Type or dictate.' : 'Type the text.')}
        rows={setup.rows}
        disabled={!mayDictate}
        value={text}
        onChange={change}
        recorder={telling}
        checkToken={checkToken}
        language={setup.language}
        microphoneId={microphone.id}
        gain={microphone.gain}
        onProblem={tellProblem}
        patient={null}
      >
        {!session.givesText() && text.trim() !== '' && (
          <Button size="sm" loading={keeping.kind === 'keeping'} disabled={recording} onClick={() => void save()}>
            Save the text
          </Button>
        )}
      </DictationBox>
      {silent && <Notice tone="look">{silent}</Notice>}
      {mayDictate && (
        <Button size="xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setChanging(true)}>
          Change microphone
        </Button>
      )}
      {changing && (
        // The dialog covers the frame, so the frame must be high enough for it.
        <Box mih={420}>
          <Suspense>
            <FrameMicrophone
              recorder={recorder}
              running={recording}
              chosen={microphone}
              onChange={setOwnMicrophone}
              onProblem={tellProblem}
              onClose={() => setChanging(false)}
            />
          </Suspense>
        </Box>
      )}
      {keeping.kind === 'kept' && (
        <Notice tone={hasRest ? 'look' : 'good'}>
          {hasRest
            ? 'The text is saved as a transcript, but without your last changes. They are still in the box.'
            : `The text is saved as a transcript. You can ${mayDictate ? 'dictate' : 'type'} the next one.`}
        </Notice>
      )}
      {warning !== null && (
        <Notice tone="look" urgent>
          {warning}
        </Notice>
      )}
      {keeping.kind === 'failed' && (
        <Notice tone="look" urgent>
          {keeping.sentence}
        </Notice>
      )}
    </Stack>
  )
}

/**
 * Returns what the box keeps after `saved` was stored: the words that were added at the end. After any other change the
 * box keeps its whole text, because the change would be lost otherwise.
 */
const restOf = (text: string, savedText: string): string =>
  text.startsWith(savedText) ? text.slice(savedText.length).trimStart() : text

function useKeeping({ page, setup, session }: { page: PageAround; setup: DictationSetup } & Accepted) {
  const [keeping, setKeeping] = useState<Keeping>({ kind: 'no' })
  /** A second try of the same text has the same key, so that the text is not kept twice. */
  const attempt = useRef<{ text: string; key: string } | null>(null)
  const keep = async (text: string): Promise<boolean> => {
    const { language, title, transcriptIdentifier } = setup
    if (attempt.current?.text !== text) attempt.current = { text, key: crypto.randomUUID() }
    setKeeping({ kind: 'keeping' })
    try {
      await session.checkToken()
      const names = { ...(title ? { title } : {}), ...(transcriptIdentifier ? { transcriptIdentifier } : {}) }
      const transcript = await session.client.call(
        customerEndpoints.submitCustomerText,
        { body: { text, language, ...names } },
        { idempotencyKey: attempt.current.key },
      )
      attempt.current = null
      setKeeping({ kind: 'kept' })
      page.tell({ name: 'kept', transcriptIdentifier: transcript.transcriptIdentifier })
      return true
    } catch (error) {
      setKeeping({ kind: 'failed', sentence: sentenceOf(error) })
      page.tell({ name: 'error', message: sentenceOf(error) })
      return false
    }
  }
  const forget = () => setKeeping((oldKeeping) => (oldKeeping.kind === 'keeping' ? oldKeeping : { kind: 'no' }))
  return { keeping, keep, forget }
}
