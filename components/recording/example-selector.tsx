import { Select } from '@mantine/core'
import type { ExampleSession } from '../../lib/contracts/index.ts'
import classes from './example-selector.module.css'

interface ExampleSelectorProps {
  sessions: readonly ExampleSession[]
  /** The selected example. Undefined: the selector does not keep a selection. */
  chosen?: ExampleSession | undefined
  disabled?: boolean
  onChoose: (session: ExampleSession) => void
}

/** Selector for the bundled demo visits (product 2.4: 200 px wide, 44 px high). */
export function ExampleSelector({ sessions, chosen: selection, disabled = false, onChoose }: ExampleSelectorProps) {
  return (
    <Select
      w={200}
      aria-label="Select an example session"
      placeholder="Select an example session"
      classNames={{ input: classes.input, section: classes.section }}
      rightSectionWidth={24}
      rightSectionPointerEvents="none"
      data={sessions.map(({ name }) => name)}
      value={selection?.name ?? null}
      disabled={disabled}
      comboboxProps={{ width: 280, position: 'top-start' }}
      onChange={(name) => {
        const session = sessions.find((each) => each.name === name)
        if (session) onChoose(session)
      }}
    />
  )
}
