import { Button, Code, Group, ScrollArea, SegmentedControl, Select, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ExampleSession } from '../../lib/contracts/index.ts'
import { layoutDraft } from '../../lib/contracts/layout.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { useExamples } from '../recording/examples.ts'
import { Card } from '../ui/card.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import { IconPlayerPlay, IconPlayerStopFilled } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import classes from './playground.module.css'
import { type CodeLanguage, codeLanguages, codeOf, playgroundRequest } from './playground-code.ts'
import { isTestKey, PlaygroundKey } from './playground-key.tsx'
import { PlaygroundOutput } from './playground-output.tsx'
import { developerKey } from './use-access.ts'
import { usePlayground } from './use-playground.ts'

const bundled = import.meta.glob('../../assets/layouts/*.json', { import: 'default' })

async function loadTemplates() {
  const layouts = await Promise.all(Object.values(bundled).map(async (load) => layoutDraft.parse(await load())))
  return layouts
    .map(({ name, instructions, fields = [] }) => ({ name, instructions, fields }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Sends an example session and a template to the API. Shows the answer, and a program that sends the same request. */
export function PlaygroundPage() {
  const examples = useExamples()
  const templates = useQuery({
    queryKey: [...developerKey, 'playground', 'templates'],
    queryFn: loadTemplates,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const failure = templates.error ?? examples.error
  return (
    <Page
      title="Playground"
      about="Try the API with an invented session. The sandbox costs nothing. Never enter data of real patients."
    >
      {failure ? (
        <FailedFace error={failure} onRetry={() => void Promise.all([templates.refetch(), examples.refetch()])} />
      ) : examples.data && templates.data ? (
        <Bench sessions={examples.data} templates={templates.data} />
      ) : (
        <LoadingCards />
      )}
    </Page>
  )
}

interface BenchProps {
  sessions: readonly ExampleSession[]
  templates: Awaited<ReturnType<typeof loadTemplates>>
}

function Bench({ sessions, templates }: BenchProps) {
  const [key, setKey] = useState('')
  const [session, setSession] = useState(sessions[0])
  const [words, setWords] = useState(session?.transcript ?? '')
  const [template, setTemplate] = useState(templates[0])
  const { run, start, stop } = usePlayground()
  const request = useMemo(
    () =>
      template ? playgroundRequest(template, { context: session?.context ?? {}, transcript: words.trim() }) : null,
    [template, session, words],
  )
  const isRunning = run.kind === 'running'
  if (request === null) return null
  return (
    <Stack gap="md">
      <PlaygroundKey value={key} onChange={setKey} />
      <Group align="flex-end" gap="sm">
        <Select
          label="Session"
          allowDeselect={false}
          className={classes.choice}
          classNames={{ input: classes.chosen }}
          data={sessions.map(({ name }) => name)}
          value={session?.name ?? null}
          onChange={(name) => {
            const example = sessions.find((each) => each.name === name)
            setSession(example)
            setWords(example?.transcript ?? '')
          }}
        />
        <Select
          label="Template"
          allowDeselect={false}
          className={classes.choice}
          classNames={{ input: classes.chosen }}
          data={templates.map(({ name }) => name)}
          value={template?.name ?? null}
          onChange={(name) => setTemplate(templates.find((each) => each.name === name))}
        />
      </Group>
      <Textarea
        label="Transcript"
        autosize
        minRows={4}
        maxRows={10}
        maxLength={limits.transcriptMax}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          disabled={!isTestKey(key) || words.trim() === '' || isRunning}
          onClick={() => void start(key, request)}
        >
          {isRunning ? 'Writing...' : 'Run'}
        </Button>
        {isRunning && (
          <Button variant="default" leftSection={<IconPlayerStopFilled size={18} aria-hidden />} onClick={stop}>
            Stop waiting
          </Button>
        )}
        {!isTestKey(key) && <Text c="dimmed">Enter or make a sandbox key first.</Text>}
      </Group>
      <PlaygroundOutput run={run} />
      <Program request={request} />
    </Stack>
  )
}

function Program({ request }: { request: ReturnType<typeof playgroundRequest> }) {
  const [language, setLanguage] = useState<CodeLanguage>('TypeScript')
  const code = useMemo(() => codeOf(language, request, location.origin), [language, request])
  return (
    <Stack component="section" aria-label="Program" gap="xs">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label="Programming language"
          data={[...codeLanguages]}
          value={language}
          onChange={(value) => setLanguage(codeLanguages.find((each) => each === value) ?? 'TypeScript')}
        />
        <CopyText text={code} label="Copy the program" size="sm" />
      </Group>
      <Card p={0} className={classes.code}>
        <ScrollArea.Autosize
          mah={420}
          // The scroll bar is always visible. Otherwise nothing would show that the program continues below.
          type="auto"
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `${language} program` }}
        >
          <Code block p="sm" m={0}>
            {code}
          </Code>
        </ScrollArea.Autosize>
      </Card>
    </Stack>
  )
}
