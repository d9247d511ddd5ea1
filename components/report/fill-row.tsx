import { Button, Checkbox, Group, SegmentedControl, Text } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Treatment } from '../../lib/page/plan/occupied.ts'
import type { PlannedWrite, Receipt, Refusal, ShownAgain } from '../../lib/page/shapes.ts'
import { Card } from '../ui/card.tsx'
import { returnFocus } from '../ui/return-focus.ts'
import { Tag, type Tone } from '../ui/tag.tsx'
import classes from './fill-row.module.css'
import {
  isOnPage,
  isSame,
  isUndone,
  lastingText,
  leftOutText,
  refusalText,
  refusalWords,
  shown,
  undoRefusal,
} from './fill-words.ts'
import type { Carry } from './use-carry.ts'

/** The value as plain text for the clipboard, one line per part. */
const inWords = (value: string[]) => value.filter((part) => part !== '').join('\n')

/** Shows a value. It can be dragged onto a field of the page if `carry` is set. */
function Value({ value, carry, lines }: { value: string[]; carry: Carry | null; lines?: number }) {
  return (
    <Text
      {...(lines !== undefined && { lineClamp: lines })}
      className={classes.after}
      draggable={carry !== null}
      title={carry ? 'Drag this value onto a field of the page' : undefined}
      onDragStart={(event) => carry?.start(event, value)}
      onDragEnd={(event) => carry?.end(event)}
    >
      {shown(value)}
    </Text>
  )
}

interface WriteRowProps {
  write: PlannedWrite
  /** True after a fill: the row has no checkbox, because each field is filled alone. */
  alone: boolean
  ticked: boolean
  onTick: (on: boolean) => void
  /** What the fill does with a value that the field has already. */
  treatment: Treatment
  /** True if the new text can be written below the present one. */
  mayAdd: boolean
  onTreat: (treatment: Treatment) => void
  receipt: Receipt | undefined
  undone: Receipt | undefined
  /** What the page has shown of the field after it was saved. */
  again: ShownAgain | undefined
  /** True during and after a fill: the checkbox can no longer be changed. */
  settled: boolean
  /** Writes only this field. Undefined: nothing may be written now. */
  onFill?: (() => void) | undefined
  /** Undoes only this field. Undefined: no fill has written it, or nothing may be undone now. */
  onUndo?: (() => void) | undefined
  /** Null: dragging into the page is not possible now. */
  carry: Carry | null
  /** Copies a value to the clipboard and shows its field in the page. */
  onCopy: (fieldId: string, text: string) => void
}

export function WriteRow(props: WriteRowProps) {
  const {
    write,
    alone: isAlone,
    ticked,
    onTick,
    receipt,
    undone,
    again: shownAgain,
    settled,
    onFill,
    onUndo,
    carry,
    onCopy,
  } = props
  const isUnchanged = isSame(write)
  const occupied = write.occupied === true && !isUnchanged
  const sentence = useId()
  const { row, act } = useRowFocus()
  const heldBack = write.irreversible !== undefined && !receipt && !isUnchanged
  const isChanged = receipt !== undefined && shownAgain === 'changed'
  const byHand = isChanged || (receipt !== undefined && !isOnPage(receipt))
  const titled = isAlone || isUnchanged || occupied
  return (
    <Card role="group" aria-label={write.label}>
      <div className={classes.row} ref={row}>
        {titled ? (
          <Text component="h2" fw={650} className={classes.check}>
            {write.label}
          </Text>
        ) : (
          <Checkbox
            checked={ticked}
            disabled={settled}
            onChange={(event) => onTick(event.currentTarget.checked)}
            label={write.label}
            aria-describedby={heldBack ? sentence : undefined}
            classNames={{ label: classes.label, root: classes.check }}
          />
        )}
        {receipt && <Outcome receipt={receipt} again={shownAgain} />}
        {!receipt && undone && isUndone(undone) && <Tag>undone</Tag>}
        {!receipt && !isUnchanged && onFill && (!occupied || ticked) && (
          <Button
            size="xs"
            variant="subtle"
            className={classes.one}
            aria-label={`Fill ${write.label} alone`}
            onClick={() => act(onFill)}
          >
            Fill
          </Button>
        )}
        {onUndo && (
          <Button
            size="xs"
            variant="subtle"
            className={classes.one}
            aria-label={`Undo ${write.label} alone`}
            onClick={() => act(onUndo)}
          >
            Undo
          </Button>
        )}
      </div>
      <div className={classes.values} data-settled={titled ? true : undefined}>
        {isUnchanged && (!receipt || receipt.outcome === 'unchanged') ? (
          <Text c="dimmed">Already there.</Text>
        ) : occupied ? (
          <OccupiedField {...props} />
        ) : (
          <Value value={write.to} carry={carry} lines={4} />
        )}
        {heldBack && (
          <Text size="xs" c="dimmed" mt={4} id={sentence}>
            {settled && !ticked ? leftOutText : lastingText}
          </Text>
        )}
        {receipt?.irreversible && (
          <Text size="xs" c="dimmed">
            Undo does not change this field. It keeps its value.
          </Text>
        )}
        {receipt?.reason && (
          <Text size="xs" c="dimmed">
            {refusalWords[receipt.reason]}
          </Text>
        )}
        {isChanged && (
          <Text size="xs" c="dimmed">
            The page shows another value after saving. Compare it with this one.
          </Text>
        )}
        {undone && !isUndone(undone) && (
          <Text size="xs" c="dimmed">
            {undoRefusal(undone)}
          </Text>
        )}
        {byHand && <CopyButton label={write.label} onCopy={() => onCopy(write.fieldId, inWords(write.to))} />}
      </div>
    </Card>
  )
}

/** A button of the row disappears when it was pressed. Moves the focus to the control that takes its place. */
function useRowFocus() {
  const row = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  useEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return
    const nextControl = row.current?.querySelector<HTMLElement>('button, input:not(:disabled)')
    if (!nextControl) return
    pressed.current = false
    returnFocus(nextControl)
  })
  return {
    row,
    act(press: () => void) {
      pressed.current = true
      press()
    },
  }
}

const treatmentWords: Record<Treatment, string> = { keep: 'Keep', add: 'Add below', replace: 'Replace' }

/** A field with words or a choice of its own: both values in full, and what the fill does with them. */
function OccupiedField({ write, treatment, mayAdd, onTreat, receipt, settled, carry }: WriteRowProps) {
  const { label, from, to } = write
  const treatments: Treatment[] = mayAdd ? ['keep', 'add', 'replace'] : ['keep', 'replace']
  return (
    <>
      <Text size="xs" c="dimmed">
        On the page
      </Text>
      <Text className={classes.after}>{treatment === 'replace' ? <del>{shown(from)}</del> : shown(from)}</Text>
      <Text size="xs" c="dimmed" mt={6}>
        In the note
      </Text>
      <Value value={to} carry={carry} />
      {!receipt && (
        <SegmentedControl
          fullWidth
          mt="xs"
          aria-label={`What happens to ${label}`}
          classNames={{ label: classes.treatment }}
          disabled={settled}
          value={treatment}
          onChange={(treatment) => onTreat(treatment as Treatment)}
          data={treatments.map((value) => ({ value, label: treatmentWords[value] }))}
        />
      )}
    </>
  )
}

const againWords: Record<ShownAgain, [Tone, string]> = {
  kept: ['good', 'kept ✓'],
  changed: ['look', 'changed by the page'],
  'not-shown': ['plain', 'not shown'],
}

function Outcome({ receipt: { outcome }, again: shownAgain }: { receipt: Receipt; again: ShownAgain | undefined }) {
  if (shownAgain) return <Tag tone={againWords[shownAgain][0]}>{againWords[shownAgain][1]}</Tag>
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
  /** What the clinician can do about the refusal. */
  children?: ReactNode
  carry: Carry | null
  onCopy: (fieldId: string, text: string) => void
}

export function RefusalRow({ refusal, children, carry, onCopy }: RefusalRowProps) {
  const { fieldId, label, to } = refusal
  return (
    <Card quiet role="group" aria-label={label}>
      <Text component="h2" fw={650}>
        {label}
      </Text>
      {to.length > 0 && <Value value={to} carry={carry} lines={2} />}
      <Text size="xs" c="dimmed">
        {refusalText(refusal)}
      </Text>
      {children}
      {to.length > 0 && <CopyButton label={label} onCopy={() => onCopy(fieldId, inWords(to))} />}
    </Card>
  )
}
