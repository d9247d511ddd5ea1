import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { ExampleResult, ExampleSession, Field, Template } from '../../../lib/contracts/index.ts'
import { mentionText, toNote } from '../../../lib/report/index.ts'
import { toField } from '../../../lib/template/index.ts'
import { ExampleSelector } from '../../recording/example-selector.tsx'
import { ValueView } from '../../report/value-view.tsx'
import { sentenceOf } from '../../ui/failure.ts'
import { IconSparkles } from '../../ui/icons.ts'
import type { EditorHost } from '../editor-properties.ts'
import classes from './field.module.css'
import type { AnyField } from './use-field-copy.ts'

export interface ExampleTesterProps {
  /** Returns the current state of the field. Called when the user presses the button that generates the example. */
  field: () => AnyField
  template?: Pick<Template, 'name' | 'instructions' | 'language'> | undefined
  host: EditorHost
}

interface Shown {
  field: Field
  result: ExampleResult | undefined
}

/**
 * Tests a field with a bundled demo visit (product 2.16). Renders nothing if there are no visits or the host
 * cannot generate.
 */
export function ExampleTester({ field, template, host }: ExampleTesterProps) {
  const { generateExample, exampleSessions = [] } = host
  const [session, setSession] = useState<ExampleSession>()
  const [busy, setBusy] = useState(false)
  const [shownExample, setShownExample] = useState<Shown | null>(null)
  const running = useRef<AbortController | null>(null)
  const id = useId()
  useEffect(() => () => running.current?.abort(), [])
  if (!generateExample || exampleSessions.length === 0) return null

  const generate = async () => {
    if (!session) return
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const fieldAlone = alone(field())
    setBusy(true)
    setShownExample(null)
    try {
      const { context, transcript } = session
      const { name: title = fieldAlone.name, instructions = '', language } = template ?? {}
      const wholeTemplate = {
        name: title,
        instructions,
        ...(language === undefined ? {} : { language }),
        fields: [fieldAlone],
      }
      const request = { context, transcript, template: wholeTemplate, outputs: [] }
      const results = await generateExample.call(host, request, controller.signal)
      if (!controller.signal.aborted)
        setShownExample({ field: fieldAlone, result: results.find((each) => each.id === fieldAlone.id) })
    } catch (error) {
      if (!controller.signal.aborted) host.onError(sentenceOf(error))
    } finally {
      if (running.current === controller) setBusy(false)
    }
  }

  return (
    <section aria-labelledby={id}>
      <Text id={id} className={classes.label}>
        Example output
      </Text>
      <Group gap="xs" mt={4} align="center">
        <ExampleSelector sessions={exampleSessions} chosen={session} onChoose={setSession} />
        <Button
          size="sm"
          variant="light"
          disabled={!session || busy}
          leftSection={busy ? <Loader size={16} aria-hidden /> : <IconSparkles size={16} aria-hidden />}
          onClick={generate}
        >
          {busy ? 'Generating...' : 'Generate Example'}
        </Button>
      </Group>
      <div role="status" aria-busy={busy}>
        {shownExample && (
          <div className={classes.example}>
            <Output {...shownExample} />
          </div>
        )}
      </div>
    </section>
  )
}

/** Returns the field as an enabled field without a condition, so that it can be tested without the other fields. */
function alone(field: AnyField): Field {
  const { condition: _condition, ...rest } = 'type' in field ? field : toField(field)
  const { disabled: _disabled, ...enabledField } = rest
  return enabledField
}

/** Gives empty headers a name by their position. */
const withHeaders = (field: Field): Field =>
  field.type === 'table'
    ? { ...field, headers: field.headers.map((header, at) => header.trim() || `Column ${at + 1}`) }
    : field

function Output({ field, result }: Shown) {
  const wholeResult = result && { state: 'stated' as const, evidence: [], ...result, confidence: 1, flags: [] }
  const [section] = toNote(field.name, { fields: [withHeaders(field)] }, wholeResult ? [wholeResult] : []).sections
  if (section?.layout === 'unclear') return <Text>{mentionText(section)}</Text>
  if (!section || section.layout === 'empty')
    return (
      <Text c="dimmed">
        {result?.writer === 'model'
          ? 'Left empty. Nothing was found about this field in this session.'
          : 'No answer found in this session.'}
      </Text>
    )
  return (
    <Stack gap={4}>
      <ValueView section={section} field={field} flags={[]} />
    </Stack>
  )
}
