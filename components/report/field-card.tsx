import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useId, useMemo, useRef, useState } from 'react'
import type { Field, Result, VisitContext } from '../../lib/contracts/index.ts'
import type { NoteSection } from '../../lib/report/index.ts'
import type { UnsavedEdit } from '../panel/working-session.ts'
import { Card } from '../ui/card.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'
import { Tag } from '../ui/tag.tsx'
import { EvidenceList, PartEvidence, type QuotedSession } from './evidence.tsx'
import type { FieldActions } from './field-actions.ts'
import classes from './field-card.module.css'
import { FieldEditing } from './field-editing.tsx'
import { FieldMenu } from './field-menu.tsx'
import { FlagRow, type Verdict } from './flags.tsx'
import { linkedParts } from './linked-parts.ts'
import { cardStateOf, isOpen, stateWords, whyEmpty } from './report-words.ts'
import { RewriteForm } from './rewrite-form.tsx'
import { UnclearAnswer } from './unclear-answer.tsx'
import { ValueView } from './value-view.tsx'

interface FieldCardProps {
  section: NoteSection
  field: Field
  context: VisitContext
  result: Result
  session: QuotedSession
  unsaved: UnsavedEdit | undefined
  /** True if the note's last change was made in this field and can be undone. */
  undoable: boolean
  /** Undefined: nothing can be changed now. */
  actions?: FieldActions | undefined
}

export const cardId = (fieldId: string) => `field-${encodeURIComponent(fieldId)}`

/** One field of the note: its value, its state, its quotes, and its actions. */
export function FieldCard(props: FieldCardProps) {
  const { section, field, context, result, session, unsaved, undoable, actions } = props
  const { label } = section
  // Which quotes are shown: all quotes of the value, the quotes of one part, or none (null).
  const [openQuotes, setOpenQuotes] = useState<'all' | { part: string } | null>(null)
  const [asking, setAsking] = useState(false)
  const [writing, setWriting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const rows = useRef(new Map<number, HTMLDivElement>())
  const card = useRef<HTMLDivElement>(null)
  const quotes = useId()
  const partQuotes = useId()
  const parts = useMemo(() => linkedParts(field, result), [field, result])
  const cardState = cardStateOf(result, context)
  const { word, tone } = stateWords[cardState]
  const isUnclear = section.layout === 'unclear'
  const empty = section.layout === 'empty' || isUnclear
  const editing = actions && unsaved
  const openPart = typeof openQuotes === 'object' && openQuotes !== null ? openQuotes.part : null
  const toggleAll = () => setOpenQuotes(openQuotes === 'all' ? null : 'all')
  const isChanged = editing && JSON.stringify(unsaved.base) !== JSON.stringify(unsaved.value)
  // Leave out the flag that explains an empty value, because its reason is shown in place of the value.
  const doubts = result.flags
    .map((flag, index) => ({ flag, index }))
    .filter(({ flag }) => !(empty && flag.text === '' && flag.severity === 1))

  /** The pressed button was removed, so move the focus to the card. */
  const goOn = () => requestAnimationFrame(() => card.current?.focus())

  async function attempt(act: () => Promise<unknown>) {
    setWriting(true)
    setFailure(null)
    try {
      await act()
      setAsking(false)
    } catch (error) {
      setFailure(sentenceOf(error))
    } finally {
      setWriting(false)
      goOn()
    }
  }

  async function judge(index: number, verdict: Verdict) {
    await actions?.judge(index, verdict).then(goOn, () => undefined)
  }

  return (
    <Card
      id={cardId(section.id)}
      role="group"
      aria-label={label}
      ref={card}
      tabIndex={-1}
      className={classes.card}
      aria-busy={writing}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={4} align="flex-start">
        <Text component="h2" fw={650} className={classes.title}>
          {label}
        </Text>
        <Group gap={4} wrap="nowrap" className={classes.state}>
          {isChanged ? <Tag tone="look">not saved</Tag> : <Tag tone={tone}>{word}</Tag>}
          {actions && !editing && (
            <FieldMenu
              label={label}
              empty={empty}
              instructs={actions.instructs && (field.type === 'string' || field.type === 'template')}
              disabled={writing}
              onEdit={() => actions.keep({ base: [...section.value], value: [...section.value] })}
              onRewrite={(instruction) => void attempt(() => actions.rewrite(instruction))}
              onAsk={() => setAsking(true)}
            />
          )}
        </Group>
      </Group>
      {editing ? (
        <FieldEditing field={field} present={section.value} edit={unsaved} actions={actions} onDone={goOn} />
      ) : (
        <Stack gap={8} align="stretch">
          {isUnclear ? (
            <UnclearAnswer
              field={field}
              result={result}
              session={session}
              disabled={writing}
              onSave={actions && ((value) => void attempt(() => actions.save(value)))}
              onEdit={(value) => actions?.keep({ base: [], value })}
            />
          ) : empty ? (
            <Text c="dimmed">{whyEmpty(result)}</Text>
          ) : (
            // biome-ignore lint/a11y/noStaticElementInteractions: the chip below does the same by keyboard
            // biome-ignore lint/a11y/useKeyWithClickEvents: the chip below does the same by keyboard
            <div
              className={classes.value}
              data-evidence={result.evidence.length > 0 || undefined}
              onClick={() => getSelection()?.isCollapsed !== false && toggleAll()}
            >
              <ValueView
                section={section}
                field={field}
                flags={doubts
                  .filter(({ flag }) => isOpen(flag))
                  .map(({ flag, index }) => ({ ...flag, onPress: () => rows.current.get(index)?.focus() }))}
                parts={{
                  parts,
                  open: openPart,
                  onToggle: (part) => setOpenQuotes(openPart === part ? null : { part }),
                  controls: partQuotes,
                }}
              />
            </div>
          )}
          <PartEvidence
            id={partQuotes}
            part={openPart === null ? undefined : parts.get(openPart)}
            whole={result.evidence.filter(({ span }) => span === undefined)}
            {...session}
          />
          {empty && actions && !asking && cardState === 'unanswered' && (
            <Button
              size="xs"
              variant="light"
              className={classes.again}
              loading={writing}
              aria-label={`Ask again for ${label}`}
              onClick={() => void attempt(() => actions.rewrite())}
            >
              Ask again
            </Button>
          )}
          {doubts.map(({ flag, index }) => (
            <FlagRow
              key={index}
              ref={(row) => {
                if (row) rows.current.set(index, row)
                else rows.current.delete(index)
              }}
              flag={flag}
              label={label}
              onVerdict={actions && ((verdict) => void judge(index, verdict))}
            />
          ))}
          {!isUnclear && (
            <EvidenceList
              id={quotes}
              evidence={result.evidence}
              label={label}
              open={openQuotes === 'all'}
              onToggle={toggleAll}
              {...session}
            />
          )}
          {asking && actions && (
            <RewriteForm
              label={label}
              writing={writing}
              onRewrite={(instruction) => void attempt(() => actions.rewrite(instruction))}
              onClose={() => {
                setAsking(false)
                goOn()
              }}
            />
          )}
        </Stack>
      )}
      <div role="status" className={classes.status}>
        {writing && (
          <Text size="xs" c="dimmed">
            Writing {label}...
          </Text>
        )}
        {undoable && actions && !editing && !writing && (
          <Group gap={6} justify="space-between">
            <Text size="xs" c="dimmed">
              Changed just now.
            </Text>
            <Button
              size="xs"
              variant="default"
              aria-label={`Undo the change to ${label}`}
              onClick={() => void attempt(actions.undo)}
            >
              Undo
            </Button>
          </Group>
        )}
        {failure && <Notice tone="bad">{failure}</Notice>}
      </div>
    </Card>
  )
}

export function WaitingCard({ label }: { label: string }) {
  return (
    <Card aria-busy="true">
      <Text component="h2" fw={650} mb={8}>
        {label}
      </Text>
      <Skeleton height={12} mb={6} />
      <Skeleton height={12} width="70%" />
    </Card>
  )
}
