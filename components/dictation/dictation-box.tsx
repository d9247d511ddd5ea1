import { Button, Loader, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { elapsedText } from '../../lib/transcript/elapsed.ts'
import { IconMicrophone, IconPlayerStopFilled } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { returnFocus } from '../ui/return-focus.ts'
import classes from './dictation-box.module.css'
import { insertWords, wordsOf } from './insert.ts'
import { type NotAllowed, notAllowedWords } from './not-allowed.ts'
import { type DictationOptions, elsewhere, useDictation } from './use-dictation.ts'

/** Default number of rows (product 2.1). */
const defaultRows = 5
/** If the text is longer than this, the button is hidden, except while a dictation is recording (product 2.2). */
const buttonUpToCharacters = 10

interface DictationBoxProps extends Omit<DictationOptions, 'onWords' | 'has'> {
  label: string
  placeholder?: string
  rows?: number
  value: string
  /**
   * Called with the whole text after each change. If dictated words were inserted, `dictatedFor` is the patient whose
   * chart was open when the dictation began. Undefined for typed text.
   */
  onChange: (value: string, dictatedFor?: { patient: DictationOptions['patient'] }) => void
  /**
   * Set if the text belongs to a patient. If the dictated words are about another patient (`isOther`), they are not
   * inserted into the text. The caller stores these words elsewhere (`keep`).
   */
  apart?: {
    isOther(patient: DictationOptions['patient']): boolean
    keep(words: string, patient: DictationOptions['patient']): void
    /** Returns true if the caller has already kept these words. Then they are not kept again. */
    has(words: string): boolean
  }
  disabled?: boolean
  /**
   * Set if the microphone is not allowed. The button then shows the reason and how to allow the microphone. Null or
   * undefined: the button is not disabled for this reason.
   */
  notAllowed?: NotAllowed | null | undefined
  /** Called once with each problem of the dictation when it appears. */
  onProblem?: ((message: string) => void) | undefined
  children?: ReactNode
}

/** A text box for typing and dictation (product 2.1). Dictated words are inserted at the cursor. */
export function DictationBox(props: DictationBoxProps) {
  const {
    label,
    placeholder,
    rows = defaultRows,
    value,
    onChange,
    apart: wordStore,
    disabled = false,
    notAllowed,
    onProblem,
    children,
    ...options
  } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** False until the text box has had the focus. Until then there is no cursor, so words are added at the end. */
  const entered = useRef(false)
  const caret = useRef<number | null>(null)
  const pressed = useRef(false)
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }

  const { phase, turns, elapsedMs, problems, start, stop, discard, ...dictation } = useDictation({
    ...options,
    has: (turns) => value.includes(wordsOf(turns)) || wordStore?.has(wordsOf(turns)) === true,
    onWords(turns, patient) {
      if (wordStore?.isOther(patient)) return wordStore.keep(wordsOf(turns), patient)
      const text = latest.current.value
      const at = entered.current ? (area.current?.selectionEnd ?? text.length) : text.length
      const inserted = insertWords(text, at, wordsOf(turns))
      caret.current = inserted.caret
      if (inserted.text !== text) latest.current.onChange(inserted.text, { patient })
    },
  })
  const toldProblems = useRef<readonly string[]>([])
  useEffect(() => {
    for (const problem of problems) if (!toldProblems.current.includes(problem)) onProblem?.(problem)
    toldProblems.current = problems
  }, [problems, onProblem])
  const recording = phase === 'recording'
  const loading = phase === 'starting' || phase === 'stopping'
  const reasonId = useId()
  const isButtonHidden = loading || disabled || (!recording && value.length > buttonUpToCharacters)

  // A missing permission disables the button only if no dictation runs. The user must be able to finish a running
  // dictation.
  const forbidden = phase === 'idle' && !isButtonHidden ? (notAllowed ?? null) : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the text, because the cursor follows inserted words
  useLayoutEffect(() => {
    if (caret.current === null) return
    entered.current = true
    area.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [value])

  useEffect(() => {
    // The button was hidden for a moment and lost the keyboard focus. Return the focus to the button, or to the text
    // box if the button is still hidden.
    if (loading || !pressed.current) return
    pressed.current = false
    if (document.activeElement !== document.body) return
    returnFocus(isButtonHidden ? area.current : button.current)
  }, [loading, isButtonHidden])

  const heardText = wordsOf(turns)
  return (
    <div>
      <div className={classes.box} data-recording={recording || undefined} data-busy={phase !== 'idle' || undefined}>
        <Textarea
          ref={area}
          aria-label={label}
          placeholder={placeholder}
          rows={rows}
          value={value}
          onFocus={() => {
            entered.current = true
          }}
          onChange={(event) => onChange(event.currentTarget.value)}
          classNames={{ input: classes.input }}
        />
        {phase !== 'idle' && (
          <Text className={classes.heard} role="log" aria-label="Heard so far" c="dimmed">
            {heardText || (phase === 'starting' ? 'Starting to listen' : 'Listening. Your words appear here.')}
          </Text>
        )}
        <div className={classes.foot}>
          <span className={classes.place}>
            <Button
              ref={button}
              size="sm"
              variant="light"
              color={recording ? 'pink' : 'purple'}
              className={classes.button}
              leftSection={recording ? <IconPlayerStopFilled size={16} /> : <IconMicrophone size={16} />}
              disabled={isButtonHidden || forbidden !== null}
              hidden={isButtonHidden}
              aria-describedby={forbidden ? reasonId : undefined}
              onClick={() => {
                pressed.current = true
                void (recording ? stop() : start())
              }}
            >
              {recording || phase === 'stopping' ? 'Finish' : 'Talk to AI'}
            </Button>
            {loading && (
              <span role="status" className={classes.spinner}>
                <Loader size={18} aria-hidden />
                <VisuallyHidden>{phase === 'starting' ? 'Starting' : 'Finishing'}</VisuallyHidden>
              </span>
            )}
          </span>
          {elapsedMs !== null && (
            // Not a live region: screen readers would read the time each second. The log above says that the box
            // listens.
            <Text size="xs" className={classes.listening}>
              Listening · {elapsedText(elapsedMs)}
            </Text>
          )}
          {children}
        </div>
      </div>
      {forbidden && (
        <div className={classes.problem}>
          <Notice
            tone="look"
            action={
              <Button size="sm" variant="default" onClick={forbidden.allow}>
                Allow the microphone
              </Button>
            }
          >
            <span id={reasonId}>{notAllowedWords[forbidden.permission]}</span>
          </Notice>
        </div>
      )}
      {dictation.elsewhere && (
        <Text className={classes.problem} size="xs" c="dimmed">
          {elsewhere}
        </Text>
      )}
      {problems.map((problem, i) => (
        <div key={problem} className={classes.problem}>
          <Notice
            tone="look"
            urgent
            action={
              i === 0 &&
              discard && (
                <Button size="sm" variant="default" onClick={() => void discard()}>
                  Discard the dictation
                </Button>
              )
            }
          >
            {problem}
          </Notice>
        </div>
      ))}
    </div>
  )
}
