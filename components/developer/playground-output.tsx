import { Code, Group, Loader, ScrollArea, Stack, Text } from '@mantine/core'
import type { CustomerOutput } from '../../lib/contracts/index.ts'
import { toNote } from '../../lib/report/index.ts'
import { spokenTurn } from '../recording/speakers.ts'
import { TurnQuote } from '../report/evidence.tsx'
import { ValueView } from '../report/value-view.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Tag } from '../ui/tag.tsx'
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
        {output && <Tag tone={tones[output.status] ?? 'plain'}>{output.status}</Tag>}
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

const tones: Partial<Record<CustomerOutput['status'], 'good' | 'bad'>> = { ready: 'good', failed: 'bad' }

function progressOf(output: CustomerOutput | null): string {
  if (output === null) return 'Sending the request...'
  const fields = output.template.fields.filter(({ disabled }) => disabled !== true)
  return `${output.results.length} of ${fields.length} fields are written.`
}

/**
 * The fields with the quotes from the transcript that support them. `turns` must have no speaker labels. Otherwise the
 * clinician would be named "You", although the reader is a developer.
 */
function Fields({ output, turns }: { output: CustomerOutput; turns: string[] }) {
  const written = new Map(output.results.map((result) => [result.id, result]))
  const { sections } = toNote(output.title, output.template, output.results)
  const fields = new Map(output.template.fields.map((field) => [field.id, field]))
  return sections
    .filter(({ id }) => written.has(id))
    .map((section) => (
      <Card key={section.id}>
        <Stack gap="xs">
          <Text component="h2" fw={650}>
            {section.label}
          </Text>
          {section.layout === 'empty' ? (
            <Text c="dimmed">Left empty. Nothing was said about this field.</Text>
          ) : (
            <ValueView section={section} field={fields.get(section.id)} flags={[]} />
          )}
          {quotesOf(output, section.id).map(({ turn, quotes }) => (
            <TurnQuote key={turn} turn={turn} quotes={quotes} atMs={undefined} turns={turns} patientName="" />
          ))}
        </Stack>
      </Card>
    ))
}

/** The quotes of a field, without duplicates, in the order of the turns. */
function quotesOf(output: CustomerOutput, fieldId: string): { turn: number; quotes: string[] }[] {
  const evidence = output.results.find(({ id }) => id === fieldId)?.evidence ?? []
  const byTurn = new Map<number, Set<string>>()
  for (const { turn, quote } of evidence) byTurn.set(turn, (byTurn.get(turn) ?? new Set()).add(quote))
  return [...byTurn].map(([turn, quotes]) => ({ turn, quotes: [...quotes] })).toSorted((a, b) => a.turn - b.turn)
}

/** Cost, tokens, times and models of an output. */
function Needed({ output: { usage, latency } }: { output: CustomerOutput }) {
  const parts: [string, string][] = [
    ['First field', milliseconds(latency.firstFieldMs)],
    ['Whole', milliseconds(latency.totalMs)],
    ['Cost', usage.costUsd === null ? 'not known' : `$${usage.costUsd.toFixed(4)}`],
    ['Tokens in', `${usage.inputTokens} (${usage.cachedInputTokens} from the cache)`],
    ['Tokens out', `${usage.outputTokens}`],
    ['Model', usage.models.join(', ') || 'built-in writer'],
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

const milliseconds = (ms: number | null): string => (ms === null ? 'not known' : `${ms.toLocaleString('en')} ms`)
