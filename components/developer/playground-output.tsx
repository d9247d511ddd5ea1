import { Code, Group, Loader, ScrollArea, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { CustomerOutput, Field, Result } from '../../lib/contracts/index.ts'
import { mentioned, type NoteSection, toNote } from '../../lib/report/index.ts'
import { spokenTurn } from '../recording/speakers.ts'
import { EvidenceList } from '../report/evidence.tsx'
import { underwayText, whyEmpty } from '../report/report-words.ts'
import { ValueView } from '../report/value-view.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Tag, type Tone } from '../ui/tag.tsx'
import type { PlaygroundRun } from './use-playground.ts'

/** The output of the playground: its fields as soon as they are written, their quotes, and the cost and time. */
export function PlaygroundOutput({ run }: { run: PlaygroundRun }) {
  if (run.kind === 'idle') return null
  if (run.kind === 'failed')
    return (
      <Notice tone="bad" urgent>
        {run.message}
      </Notice>
    )
  const { output, turns } = run
  return (
    <Stack component="section" aria-label="Output" gap="sm">
      <Group gap="sm" role="status">
        {run.kind === 'running' && <Loader size={16} aria-hidden />}
        <Text fw={650}>{run.kind === 'running' ? progressOf(output) : (output?.title ?? '')}</Text>
        {output && <Tag tone={statusWords[output.status].tone}>{statusWords[output.status].label}</Tag>}
      </Group>
      {output?.status === 'failed' && <Notice tone="bad">{output.statusText ?? 'The output failed.'}</Notice>}
      {output && <Fields output={output} turns={turns.map((turn) => spokenTurn(turn).words)} />}
      {run.kind === 'done' && <Needed output={run.output} />}
      {output && (
        <details>
          <summary>The answer as JSON</summary>
          <ScrollArea.Autosize
            mah={420}
            mt="xs"
            viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'The answer as JSON' }}
          >
            <Code block>{JSON.stringify(output, null, 2)}</Code>
          </ScrollArea.Autosize>
        </details>
      )}
    </Stack>
  )
}

const statusWords: Record<CustomerOutput['status'], { label: string; tone: Tone }> = {
  'ocr-waiting': { label: underwayText['ocr-waiting'], tone: 'plain' },
  generating: { label: underwayText.generating, tone: 'plain' },
  ready: { label: 'Ready', tone: 'good' },
  signed: { label: 'Signed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

function progressOf(output: CustomerOutput | null): string {
  if (output === null) return 'Sending the request...'
  const fields = output.template.fields.filter(({ disabled }) => disabled !== true)
  return `${output.results.length} of ${fields.length} fields are written.`
}

/**
 * The fields with the quotes from the transcript that support them. The caller removes the speaker labels from `turns`.
 * With the labels, quotes of the clinician would be shown as words of "You", but the reader here is a developer.
 */
function Fields({ output, turns }: { output: CustomerOutput; turns: string[] }) {
  const resultById = new Map(output.results.map((result) => [result.id, result]))
  const { sections } = toNote(output.title, output.template, output.results)
  const fields = new Map(output.template.fields.map((field) => [field.id, field]))
  const answeredSections = sections.filter(({ id }) => resultById.has(id))
  const hasQuotes = output.results.some(({ evidence }) => evidence.length > 0)
  return (
    <>
      {hasQuotes && (
        <Text size="xs" c="dimmed">
          A turn is what one speaker says until another one speaks. Each quote names its turn in the transcript.
        </Text>
      )}
      {answeredSections.map((section) => (
        <FieldCard
          key={section.id}
          section={section}
          field={fields.get(section.id)}
          result={resultById.get(section.id)}
          turns={turns}
        />
      ))}
    </>
  )
}

interface FieldCardProps {
  section: NoteSection
  field: Field | undefined
  /** Undefined if the output contains no result for the field. */
  result: Result | undefined
  turns: string[]
}

function FieldCard({ section, field, result, turns }: FieldCardProps) {
  const [isOpen, setOpen] = useState(section.layout === 'unclear')
  const id = useId()
  return (
    <Card>
      <Stack gap="xs">
        <Text component="h2" fw={650}>
          {section.label}
        </Text>
        {section.layout === 'unclear' ? (
          <Text fw={600}>{mentioned}.</Text>
        ) : section.layout === 'empty' ? (
          <Text c="dimmed">{result === undefined ? 'Left empty.' : whyEmpty(result)}</Text>
        ) : (
          <ValueView section={section} field={field} flags={[]} />
        )}
        {section.warnings.map((warning) => (
          <Text key={warning} size="xs" fw={600}>
            {warning}
          </Text>
        ))}
        <EvidenceList
          id={id}
          evidence={result?.evidence ?? []}
          label={section.label}
          open={isOpen}
          onToggle={() => setOpen(!isOpen)}
          turns={turns}
          patientName=""
        />
      </Stack>
    </Card>
  )
}

const dollars = (cost: number | null): string => (cost === null ? 'Not known' : `$${cost.toFixed(4)}`)

function Needed({ output: { usage, latency } }: { output: CustomerOutput }) {
  // The built-in writer uses no tokens.
  const isFree = usage.inputTokens === 0 && usage.outputTokens === 0
  const tokens = (count: number) => count.toLocaleString('en')
  const parts: [string, string][] = [
    ['Time to the first field', milliseconds(latency.firstFieldMs)],
    ['Total time', milliseconds(latency.totalMs)],
    ['Cost', isFree ? 'None' : dollars(usage.costUsd)],
    ...(usage.review === undefined
      ? []
      : [['Cost of the review, included', dollars(usage.review.costUsd)] satisfies [string, string]]),
    [
      'Tokens sent',
      isFree ? 'None' : `${tokens(usage.inputTokens)} (${tokens(usage.cachedInputTokens)} from the cache)`,
    ],
    ['Tokens received', isFree ? 'None' : tokens(usage.outputTokens)],
    ['Model', usage.models.join(', ') || 'The built-in writer'],
  ]
  return (
    <Group component="dl" gap="lg" m={0}>
      {parts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0}>
            {value}
          </Text>
        </div>
      ))}
    </Group>
  )
}

const milliseconds = (ms: number | null): string => (ms === null ? 'Not known' : `${ms.toLocaleString('en')} ms`)
