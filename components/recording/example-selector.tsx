import { Select } from '@mantine/core'
import type { ExampleSession } from '../../lib/contracts/index.ts'
import classes from './example-selector.module.css'

interface ExampleSelectorProps {
  sessions: ExampleSession[]
  onChoose: (session: ExampleSession) => void
}

/** Offers the bundled demo visits by name and hands the chosen one back (spec §2: 200 wide, 44 high). */
export function ExampleSelector({ sessions, onChoose }: ExampleSelectorProps) {
  return (
    <Select
      w={200}
      aria-label="Select an example session"
      placeholder="Select an example session"
      classNames={{ input: classes.input, section: classes.section }}
      rightSectionWidth={24}
      rightSectionPointerEvents="none"
      data={sessions.map(({ name }) => name)}
      value={null}
      comboboxProps={{ width: 280, position: 'top-start' }}
      onChange={(name) => {
        const session = sessions.find((each) => each.name === name)
        if (session) onChoose(session)
      }}
    />
  )
}
