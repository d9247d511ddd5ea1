import { createElement, type HTMLAttributes, useEffect, useLayoutEffect, useRef } from 'react'
import type { DynamicField, EditorProperty, Template } from '../../lib/contracts/index.ts'
import type { DictationElement, EmbeddingHost, TemplateEditorElement, TemplateEditorHost } from '../elements/index.ts'
import '../elements/index.ts'

interface SharedProps extends Pick<HTMLAttributes<HTMLElement>, 'className' | 'id' | 'style'> {
  server: string
  access: string
  /** A transcription language code, `en` by default. */
  language?: string
  microphone?: string
  /** Factor for the volume of the microphone, 0 to 2. */
  gain?: number
  colorScheme?: 'light' | 'dark'
  /** Called when the frame is loaded and has accepted the token. */
  onReady?: () => void
  onError?: (message: string) => void
}

export interface ChartsideDictationProps extends SharedProps, EmbeddingHost {
  label?: string
  placeholder?: string
  rows?: number
  disabled?: boolean
  value?: string
  titleOfTranscript?: string
  transcriptIdentifier?: string
  onState?: (phase: 'idle' | 'starting' | 'recording' | 'stopping') => void
  /** Only with the scope `embed-text`. */
  onChange?: (value: string) => void
  /** Only with the scope `embed-text`: the words of a dictation that has ended. */
  onWords?: (turns: string[]) => void
  /** Called when the text was kept as a transcript of the customer. */
  onKept?: (transcriptIdentifier: string) => void
}

export interface ChartsideTemplateEditorProps extends SharedProps, TemplateEditorHost {
  template: Template
  dynamicFields?: readonly DynamicField[]
  /** The parts that are shown. Default: all. */
  properties?: readonly EditorProperty[]
  status?: string
  /** False: descriptions can only be typed. */
  dictation?: boolean
  onLog?: (message: string) => void
}

function useEvents(
  element: { current: HTMLElement | null },
  handlers: Record<string, ((detail: never) => void) | undefined>,
): void {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  const names = Object.keys(handlers).join(' ')
  useEffect(() => {
    const target = element.current
    if (target === null) return
    const life = new AbortController()
    for (const name of names.split(' ')) {
      const listen = (event: Event) => {
        if (event instanceof CustomEvent) latest.current[name]?.(event.detail as never)
      }
      target.addEventListener(`chartside-${name}`, listen, { signal: life.signal })
    }
    return () => life.abort()
  }, [element, names])
}

const shared = ({ server, access, language, microphone, gain, colorScheme, className, id, style }: SharedProps) => ({
  server,
  access,
  language,
  microphone,
  gain,
  'color-scheme': colorScheme,
  class: className,
  id,
  style,
})

/** The dictation box, in a frame of the Chartside server (product 12.86). Needs React 19. */
export function ChartsideDictation(props: ChartsideDictationProps) {
  const element = useRef<DictationElement>(null)
  const latest = useRef(props)
  const { value = null } = props
  useLayoutEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (element.current) element.current.host = { token: () => latest.current.token() }
  }, [])
  useEffect(() => {
    if (element.current) element.current.value = value
  }, [value])
  useEvents(element, {
    ready: () => props.onReady?.(),
    error: ({ message }: { message: string }) => props.onError?.(message),
    state: ({ phase }: { phase: Parameters<NonNullable<typeof props.onState>>[0] }) => props.onState?.(phase),
    change: ({ value }: { value: string }) => props.onChange?.(value),
    words: ({ turns }: { turns: string[] }) => props.onWords?.(turns),
    kept: ({ transcriptIdentifier }: { transcriptIdentifier: string }) => props.onKept?.(transcriptIdentifier),
  })
  const { label, placeholder, rows, disabled, titleOfTranscript, transcriptIdentifier } = props
  return createElement('chartside-dictation', {
    ...shared(props),
    ref: element,
    label,
    placeholder,
    rows,
    disabled,
    'title-of-transcript': titleOfTranscript,
    'transcript-identifier': transcriptIdentifier,
  })
}

/** The template editor, in a frame of the Chartside server (product 12.86). Needs React 19. */
export function ChartsideTemplateEditor(props: ChartsideTemplateEditorProps) {
  const element = useRef<TemplateEditorElement>(null)
  const latest = useRef(props)
  const { template, dynamicFields, properties, status, dictation = true } = props
  useLayoutEffect(() => {
    latest.current = props
  })
  const [saves, groups, changes] = [props.save, props.changeGroup, props.changeDynamicField].map(
    (value) => value !== undefined,
  )
  useEffect(() => {
    if (element.current === null) return
    element.current.host = {
      token: () => latest.current.token(),
      ...(saves ? { save: (...args) => latest.current.save?.(...args) } : {}),
      ...(groups ? { changeGroup: (group) => latest.current.changeGroup?.(group) } : {}),
      ...(changes ? { changeDynamicField: (field) => latest.current.changeDynamicField?.(field) } : {}),
    }
  }, [saves, groups, changes])
  useEffect(() => {
    if (element.current) element.current.template = template
  }, [template])
  useEffect(() => {
    if (element.current) element.current.dynamicFields = dynamicFields
  }, [dynamicFields])
  useEvents(element, {
    ready: () => props.onReady?.(),
    error: ({ message }: { message: string }) => props.onError?.(message),
    log: ({ message }: { message: string }) => props.onLog?.(message),
  })
  return createElement('chartside-template-editor', {
    ...shared(props),
    ref: element,
    properties: properties?.join(' '),
    status,
    'no-dictation': dictation ? undefined : true,
  })
}
