import { Button, Checkbox, Group, Text } from '@mantine/core'
import type { DragEvent } from 'react'
import type { PlannedWrite, Receipt, Refusal } from '../../lib/page/shapes.ts'
import { Card } from '../ui/card.tsx'
import { Tag } from '../ui/tag.tsx'
import classes from './fill-row.module.css'
import { refusalText, refusalWords } from './fill-words.ts'

const shown = (value: string[]) => value.filter((part) => part !== '').join(', ')
export const isSame = ({ from, to }: PlannedWrite) => shown(from).trim() === shown(to).trim()
/** A value as the clipboard and a drag carry it: words alone, a line for each part. */
const carried = (value: string[]) => value.filter((part) => part !== '').join('\n')

function drag(event: DragEvent, value: string[]) {
  event.dataTransfer.setData('text/plain', carried(value))
  event.dataTransfer.effectAllowed = 'copy'
}

interface WriteRowProps {
  write: PlannedWrite
  ticked: boolean
  onTick: (on: boolean) => void
  receipt: Receipt | undefined
  /** Filling now, or filled: the choice is made. */
  settled: boolean
  /** Writes this field alone; absent: nothing may be written now. */
  onFill?: (() => void) | undefined
  /** Puts a value on the clipboard and shows its field in the page. */
  onCopy: (fieldId: string, text: string) => void
}

/** One write: a tick, what stands in the page, what shall stand there, and afterwards what became of it. */
export function WriteRow({ write, ticked, onTick, receipt, settled, onFill, onCopy }: WriteRowProps) {
  const same = isSame(write)
  const before = shown(write.from)
  const byHand = receipt !== undefined && receipt.outcome !== 'written' && receipt.outcome !== 'unchanged'
  return (
    <Card role="group" aria-label={write.label}>
      <div className={classes.row}>
        {receipt || same ? (
          <Text component="h2" fw={650}>
            {write.label}
          </Text>
        ) : (
          <Checkbox
            checked={ticked}
            disabled={settled}
            onChange={(event) => onTick(event.currentTarget.checked)}
            label={write.label}
            classNames={{ label: classes.label, root: classes.check }}
          />
        )}
        {receipt && <Outcome receipt={receipt} />}
        {!receipt && !same && onFill && (
          <Button
            size="xs"
            variant="subtle"
            className={classes.one}
            aria-label={`Fill ${write.label} alone`}
            onClick={onFill}
          >
            Fill
          </Button>
        )}
      </div>
      <div className={classes.values} data-settled={receipt || same ? true : undefined}>
        {same ? (
          <Text c="dimmed">Already there.</Text>
        ) : (
          <>
            {before && (
              <Text size="xs" c="dimmed" lineClamp={2}>
                <span className={classes.unseen}>Now: </span>
                <del>{before}</del>
              </Text>
            )}
            <Text lineClamp={4} className={classes.after} draggable onDragStart={(event) => drag(event, write.to)}>
              {shown(write.to)}
            </Text>
          </>
        )}
        {receipt?.reason && (
          <Text size="xs" c="dimmed">
            {refusalWords[receipt.reason]}
          </Text>
        )}
        {byHand && <CopyButton label={write.label} onCopy={() => onCopy(write.fieldId, carried(write.to))} />}
      </div>
    </Card>
  )
}

function Outcome({ receipt: { outcome } }: { receipt: Receipt }) {
  if (outcome === 'written') return <Tag tone="good">read back ✓</Tag>
  if (outcome === 'unchanged') return <Tag>already there</Tag>
  return <Tag tone="bad">{outcome === 'refused' ? 'not written' : 'not kept'}</Tag>
}

function CopyButton({ label, onCopy }: { label: string; onCopy: () => void }) {
  return (
    <Group mt={6}>
      <Button size="xs" variant="default" aria-label={`Copy ${label}`} onClick={onCopy}>
        Copy
      </Button>
    </Group>
  )
}

interface RefusalRowProps {
  refusal: Refusal
  onCopy: (fieldId: string, text: string) => void
}

/** A value that will not be written, and why; it can be copied and entered by hand. */
export function RefusalRow({ refusal, onCopy }: RefusalRowProps) {
  const { fieldId, label, to } = refusal
  return (
    <Card quiet role="group" aria-label={label}>
      <Text component="h2" fw={650}>
        {label}
      </Text>
      <Text lineClamp={2} className={classes.after} draggable onDragStart={(event) => drag(event, to)}>
        {shown(to)}
      </Text>
      <Text size="xs" c="dimmed">
        {refusalText(refusal)}
      </Text>
      <CopyButton label={label} onCopy={() => onCopy(fieldId, carried(to))} />
    </Card>
  )
}
