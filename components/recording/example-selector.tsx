import { Select } from '@mantine/core'
import type { ExampleSession } from '../../lib/contracts/index.ts'
import classes from './example-selector.module.css'

interface ExampleSelectorProps {
  sessions: readonly ExampleSession[]
  /** Shown as chosen; without it the selector forgets what it handed back. */
  chosen?: ExampleSession | undefined
  disabled?: boolean
  onChoose: (session: ExampleSession) => void
}

/** Offers the bundled demo visits by name and hands the chosen one back (spec §2: 200 wide, 44 high). */
export function ExampleSelector({ sessions, chosen, disabled = false, onChoose }: ExampleSelectorProps) {
  return (
    <Select
      w={200}
      aria-label="Select an example session"
      placeholder="Select an example session"
      classNames={{ input: classes.input, section: classes.section }}
      rightSectionWidth={24}
      rightSectionPointerEvents="none"
      data={sessions.map(({ name }) => name)}
      value={chosen?.name ?? null}
      disabled={disabled}
      comboboxProps={{ width: 280, position: 'top-start' }}
      onChange={(name) => {
        const session = sessions.find((each) => each.name === name)
        if (session) onChoose(session)
      }}
    />
  )
}
